import type { Clock } from "../../base/clock.ts";
import type { HostEvent } from "../contract/index.ts";
import type { EventStore } from "./event-store.ts";
import { HostEvents } from "./events.ts";

/** What happens within this time is written together, ms. */
const TOGETHER_MS = 1000;
const LIMIT = 1000;

/** ClusterEvents that are kept on disk from one start of the host to the next. */
export class KeptEvents extends HostEvents implements Disposable {
  readonly #store: EventStore;
  readonly #clock: Clock;
  #unwritten: HostEvent[] = [];
  #timer: Disposable | null = null;

  constructor(store: EventStore, clock: Clock) {
    super(() => clock.now(), LIMIT, store.newest(LIMIT));
    this.#store = store;
    this.#clock = clock;
    this.onEvent((event) => {
      this.#unwritten.push(event);
      this.#timer ??= this.#clock.after(TOGETHER_MS, () => this.#write());
    });
  }

  [Symbol.dispose](): void {
    this.#timer?.[Symbol.dispose]();
    this.#write();
  }

  /** What cannot be written waits for the next event. That the disk is full is reported by those who write figures to it. */
  #write(): void {
    this.#timer = null;
    try {
      this.#store.write(this.#unwritten, LIMIT);
      this.#unwritten = [];
    } catch {
      this.#unwritten = this.#unwritten.slice(-LIMIT);
    }
  }
}
