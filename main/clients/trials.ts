import type { Clock } from "../../base/clock.ts";
import type { TrialStatus } from "../contract/index.ts";
import { Listeners } from "../../base/listeners.ts";

/** Max per key, such as a model of a server. */
const KEPT = 20;
/** Max in total. */
const MAX_KEPT = 200;
/** Min ms between two notifications about a running request. */
const EMIT_INTERVAL_MS = 100;

interface Sent {
  readonly id: number;
  readonly status: TrialStatus | null;
}

/** The last requests of this session, by key. Nothing is stored: inputs and responses may be confidential. */
export class Trials<T extends Sent> {
  readonly #clock: Clock;
  readonly #toKey: (trial: T) => string;
  readonly #listeners = new Listeners<T>("clients");
  readonly #pendingEmits = new Map<number, Disposable>();
  #kept: T[] = [];
  #lastId = 0;

  constructor(clock: Clock, toKey: (trial: T) => string) {
    this.#clock = clock;
    this.#toKey = toKey;
  }

  nextId(): number {
    return ++this.#lastId;
  }

  /** Oldest first. */
  of(place: string): T[] {
    return this.#kept.filter((trial) => this.#toKey(trial) === place);
  }

  onChange(place: string, listener: (trial: T) => void): Disposable {
    return this.#listeners.add((trial) => {
      if (this.#toKey(trial) === place) listener(trial);
    });
  }

  /** Adds a request or its outcome; emitted at once when it ended. */
  put(trial: T): void {
    const at = this.#kept.findIndex(({ id }) => id === trial.id);
    if (at >= 0) this.#kept[at] = trial;
    else this.#add(trial);
    if (trial.status !== null || at < 0) this.#emit(trial.id);
    else if (!this.#pendingEmits.has(trial.id)) {
      const timer = this.#clock.after(EMIT_INTERVAL_MS, () => this.#emit(trial.id));
      this.#pendingEmits.set(trial.id, timer);
    }
  }

  #add(trial: T): void {
    const own = this.of(this.#toKey(trial));
    const oldest = own.length >= KEPT ? own[0] : this.#kept.length >= MAX_KEPT && this.#kept[0];
    this.#kept = [...this.#kept.filter((each) => each !== oldest), trial];
  }

  #emit(id: number): void {
    this.#pendingEmits.get(id)?.[Symbol.dispose]();
    this.#pendingEmits.delete(id);
    const trial = this.#kept.find((each) => each.id === id);
    if (trial) this.#listeners.emit(trial);
  }
}
