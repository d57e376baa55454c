import { StatusError } from "../../base/status-error.ts";
import type { HostEvent } from "../contract/index.ts";

export type NewEvent = Omit<HostEvent, "id" | "time">;

/** Where domains report events for users. */
export interface EventSink {
  emit(event: NewEvent): HostEvent;
}

/** The newest `limit` events, emitted to listeners as they occur. */
export class HostEvents implements EventSink {
  readonly #kept: HostEvent[];
  readonly #listeners = new Set<(event: HostEvent) => void>();
  readonly #now: () => number;
  readonly #limit: number;
  #lastId: number;

  /** `now`: ms since the epoch; `before`: earlier events, oldest first. */
  constructor(now: () => number = Date.now, limit = 1000, before: readonly HostEvent[] = []) {
    this.#now = now;
    this.#limit = limit;
    this.#kept = [...before];
    this.#lastId = before.at(-1)?.id ?? 0;
  }

  emit(event: NewEvent): HostEvent {
    const kept: HostEvent = { ...event, id: ++this.#lastId, time: this.#now() };
    this.#kept.push(kept);
    if (this.#kept.length > this.#limit) this.#kept.shift();
    const failures = [...this.#listeners].flatMap((listener) => this.#call(listener, kept));
    for (const message of failures) this.emit({ level: "error", source: "host", message });
    return kept;
  }

  /** A sink for events about one server, whose marks belong only on its charts. */
  about(serverId: string): EventSink {
    return {
      emit: ({ mark, ...event }) =>
        this.emit({ ...event, ...(mark && { mark: { ...mark, serverId } }) }),
    };
  }

  /** Oldest first. */
  list(): readonly HostEvent[] {
    return this.#kept;
  }

  onEvent(listener: (event: HostEvent) => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  /** Removes a listener that throws, since reporting the error to it would loop. Returns a sentence about it. */
  #call(listener: (event: HostEvent) => void, event: HostEvent): string[] {
    try {
      listener(event);
      return [];
    } catch (error) {
      this.#listeners.delete(listener);
      const { message } = StatusError.from(error);
      return [`A receiver of events failed and gets no more of them: ${message}`];
    }
  }
}
