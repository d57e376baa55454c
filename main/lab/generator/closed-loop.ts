import type { Lane, Outcome } from "./lane.ts";
import type { EncodedLoad, LaneOpener } from "./lanes.ts";

/** Told of each request as it ends; times are monotonic ms. */
export interface LoopObserver {
  ended(outcome: Outcome, sentAt: number, now: number): void;
}

/** After a lost connection a lane waits this long, so that a server that is gone is not hammered. */
const PAUSE_MS = 100;

/**
 * A fixed number of clients per load: as a request ends, whichever way, its lane sends the next, at once or
 * after the load's think time.
 */
export class ClosedLoop {
  readonly #opener: LaneOpener;
  readonly #observer: LoopObserver;
  readonly #now: () => number;
  readonly #lanes: Lane[] = [];
  readonly #pauses = new Set<NodeJS.Timeout>();
  #stopped = false;
  #sent = 0;
  #outstanding = 0;
  #drained: (() => void) | null = null;

  constructor(
    opener: LaneOpener,
    observer: LoopObserver,
    now: () => number = performance.now.bind(performance),
  ) {
    this.#opener = opener;
    this.#observer = observer;
    this.#now = now;
  }

  get sent(): number {
    return this.#sent;
  }

  get outstanding(): number {
    return this.#outstanding;
  }

  start(loads: readonly EncodedLoad[]): void {
    for (const load of loads) {
      let turn = 0;
      const nextRequest = () => load.requests[turn++ % load.requests.length] as Buffer;
      for (let i = 0; i < load.concurrency; i++) this.#startLane(nextRequest, load.thinkMs);
    }
  }

  /** Sends no more and waits, at most `limitMs`, for what is out. */
  async drain(limitMs: number): Promise<void> {
    this.#stopped = true;
    for (const pause of this.#pauses) clearTimeout(pause);
    if (this.#outstanding === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#drained = resolve;
    const timer = setTimeout(resolve, limitMs);
    await promise;
    clearTimeout(timer);
  }

  close(): void {
    this.#stopped = true;
    for (const pause of this.#pauses) clearTimeout(pause);
    for (const lane of this.#lanes) lane.close();
  }

  #startLane(nextRequest: () => Buffer, thinkMs: number): void {
    let sentAt = 0;
    const send = () => {
      this.#sent += 1;
      this.#outstanding += 1;
      sentAt = this.#now();
      lane.send(nextRequest());
    };
    const lane = this.#opener.open((outcome, lost) => {
      this.#outstanding -= 1;
      this.#observer.ended(outcome, sentAt, this.#now());
      if (this.#stopped) {
        if (this.#outstanding === 0) this.#drained?.();
      } else if (lost || thinkMs > 0) {
        this.#pause(send, lost ? Math.max(PAUSE_MS, thinkMs) : thinkMs);
      } else {
        send();
      }
    });
    this.#lanes.push(lane);
    send();
  }

  #pause(then: () => void, ms: number): void {
    const timer = setTimeout(() => {
      this.#pauses.delete(timer);
      then();
    }, ms);
    this.#pauses.add(timer);
  }
}
