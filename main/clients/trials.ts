import type { Clock } from "../clock.ts";
import type { Trial } from "../contract/index.ts";
import { Listeners } from "../listeners.ts";

/** Of one model of one server. */
const KEPT = 20;
/** Of all. */
const MOST_KEPT = 200;
/** Listeners are told of a running request this often at most. */
const TELLING_MS = 100;

/** The last requests of this session, by model. Nothing is stored: inputs and answers may be anybody's. */
export class Trials {
  readonly #clock: Clock;
  readonly #listeners = new Listeners<Trial>();
  readonly #telling = new Map<number, Disposable>();
  #kept: Trial[] = [];
  #lastId = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  nextId(): number {
    return ++this.#lastId;
  }

  /** Oldest first. */
  of(serverId: string, model: string): Trial[] {
    return this.#kept.filter(isOf(serverId, model));
  }

  onChange(serverId: string, model: string, listener: (trial: Trial) => void): Disposable {
    const own = isOf(serverId, model);
    return this.#listeners.add((trial) => {
      if (own(trial)) listener(trial);
    });
  }

  /** Takes a request, or what became of it; told at once when it ended. */
  put(trial: Trial): void {
    const at = this.#kept.findIndex(({ id }) => id === trial.id);
    if (at >= 0) this.#kept[at] = trial;
    else this.#add(trial);
    if (trial.status !== null || at < 0) this.#tell(trial.id);
    else if (!this.#telling.has(trial.id)) {
      const timer = this.#clock.after(TELLING_MS, () => this.#tell(trial.id));
      this.#telling.set(trial.id, timer);
    }
  }

  #add(trial: Trial): void {
    const { serverId, model } = trial.request;
    const own = this.of(serverId, model);
    const oldest = own.length >= KEPT ? own[0] : this.#kept.length >= MOST_KEPT && this.#kept[0];
    this.#kept = [...this.#kept.filter((each) => each !== oldest), trial];
  }

  #tell(id: number): void {
    this.#telling.get(id)?.[Symbol.dispose]();
    this.#telling.delete(id);
    const trial = this.#kept.find((each) => each.id === id);
    if (trial) this.#listeners.tell(trial);
  }
}

const isOf =
  (serverId: string, model: string) =>
  ({ request }: Trial) =>
    request.serverId === serverId && request.model === model;
