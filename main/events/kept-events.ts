import type { Clock } from "../../base/clock.ts";
import type { HostEvent } from "../contract/index.ts";
import type { EventStore } from "./event-store.ts";
import { HostEvents } from "./events.ts";

/** Events within this time are written together, ms. */
const TOGETHER_MS = 1000;
const LIMIT = 1000;

/** Host events, stored on disk across starts. */
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

  /** Failed writes are retried with the next event. A full disk is reported by those who write figures. */
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
