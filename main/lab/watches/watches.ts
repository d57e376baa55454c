import { StatusError } from "../../../base/status-error.ts";
import type { Clock } from "../../../base/clock.ts";
import { choosesRepeats, type ExperimentPlan, type Watch } from "../../contract/index.ts";
import type { EventSink } from "../../events/index.ts";
import type { LabRunner } from "../runner.ts";
import type { ExperimentStore } from "../store/experiment-store.ts";
import type { NewWatch, WatchStore } from "../store/watch-store.ts";
import { judgeRun } from "./judge-run.ts";

export interface WatchesDeps {
  readonly store: WatchStore;
  readonly experiments: ExperimentStore;
  readonly runner: LabRunner;
  /** Whether an experiment could start now, and a notice when one can. */
  readonly isFree: () => boolean;
  readonly onFree: (listener: () => void) => Disposable;
  readonly changed: () => void;
  readonly events: EventSink;
  readonly clock: Clock;
}

const MINUTE_MS = 60_000;
/** Timers can't wait for longer. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** If repeats are chosen, each run sends contents that no cache has from the previous run. */
function withOtherContents(plan: ExperimentPlan, at: number): ExperimentPlan {
  return choosesRepeats(plan) ? { ...plan, seed: Math.floor(at / MINUTE_MS) } : plan;
}

/** Repeats experiments while the console is open, one at a time, and reports a worse result. */
export class Watches implements Disposable {
  readonly #deps: WatchesDeps;
  readonly #watching: Disposable;
  #timer: Disposable | null = null;
  #running: Promise<void> | null = null;
  /** When a run may start again after one failed. */
  #notBefore = 0;
  #closed = false;

  constructor(deps: WatchesDeps) {
    this.#deps = deps;
    this.#watching = deps.onFree(() => this.#look());
    this.#sayMissed();
    this.#look();
  }

  list(): Watch[] {
    return this.#deps.store.list();
  }

  /** FAILED_PRECONDITION for an experiment that can't be a baseline. */
  add(watch: NewWatch): number {
    const { store, experiments, clock } = this.#deps;
    const { state, importedFrom, steps } = experiments.get(watch.baseline);
    if (state !== "done" || importedFrom !== null) {
      const why = importedFrom === null ? `it is ${state}` : "it was imported";
      throw new StatusError(
        "FAILED_PRECONDITION",
        `Experiment ${watch.baseline} cannot be a baseline: ${why}; take one that ran here to its end.`,
      );
    }
    if (steps.every(({ verdict }) => verdict.verdict === "invalid")) {
      throw new StatusError(
        "FAILED_PRECONDITION",
        `Experiment ${watch.baseline} cannot be a baseline: all its measurements are invalid.`,
      );
    }
    const id = store.add(watch, clock.now() + watch.everyMinutes * MINUTE_MS);
    this.#changed();
    return id;
  }

  set(id: number, enabled: boolean, everyMinutes: number): void {
    const { store, clock } = this.#deps;
    store.get(id);
    store.set(id, enabled, everyMinutes, enabled ? clock.now() + everyMinutes * MINUTE_MS : null);
    this.#changed();
  }

  remove(id: number): void {
    this.#deps.store.get(id);
    this.#deps.store.remove(id);
    this.#changed();
  }

  /** Watches with this experiment as their baseline. */
  of(experiment: number): Watch[] {
    return this.list().filter(({ baseline }) => baseline === experiment);
  }

  /** Resolves when no run of a watch is under way. */
  async settled(): Promise<void> {
    await this.#running;
  }

  [Symbol.dispose](): void {
    this.#closed = true;
    this.#timer?.[Symbol.dispose]();
    this.#watching[Symbol.dispose]();
  }

  #changed(): void {
    this.#deps.changed();
    this.#look();
  }

  /**
   * Runs that fell due while the console was closed are reported, not made up for. A full disk must not keep the host
   * from starting.
   */
  #sayMissed(): void {
    const { store, clock, events } = this.#deps;
    const now = clock.now();
    for (const watch of this.#readable()) {
      const { id, name, enabled, everyMinutes, nextAt } = watch;
      if (!enabled || nextAt === null || nextAt > now) continue;
      const missed = 1 + Math.floor((now - nextAt) / (everyMinutes * MINUTE_MS));
      try {
        store.set(id, true, everyMinutes, now + everyMinutes * MINUTE_MS);
      } catch (thrown) {
        this.#failed(watch, thrown);
        continue;
      }
      events.emit({
        level: "info",
        source: "lab",
        message: `The watch '${name}' missed ${missed === 1 ? "1 run" : `${missed} runs`} while the console was closed; the next is in ${everyMinutes} min.`,
      });
    }
  }

  /** Starts the run that has been due longest, or waits for the next. */
  #look(): void {
    this.#timer?.[Symbol.dispose]();
    this.#timer = null;
    if (this.#closed || this.#running) return;
    const { clock, isFree } = this.#deps;
    const [next] = this.#readable()
      .flatMap((watch) =>
        watch.enabled && watch.nextAt !== null ? [{ ...watch, nextAt: watch.nextAt }] : [],
      )
      .sort((a, b) => a.nextAt - b.nextAt);
    if (!next) return;
    const left = Math.max(next.nextAt, this.#notBefore) - clock.now();
    if (left > 0) {
      this.#timer = clock.after(Math.min(left, MAX_TIMER_MS), () => this.#look());
    } else if (isFree()) {
      this.#running = this.#run(next).finally(() => {
        this.#running = null;
        this.#look();
      });
    }
  }

  async #run(watch: Watch): Promise<void> {
    const { store, experiments, runner, clock } = this.#deps;
    const at = clock.now();
    try {
      store.set(watch.id, true, watch.everyMinutes, at + watch.everyMinutes * MINUTE_MS);
      const baseline = experiments.get(watch.baseline);
      const id = await runner.start(
        withOtherContents(baseline.plan, at),
        `${watch.name}, repeated`,
      );
      const run = judgeRun(baseline, await runner.finished(id), at);
      store.addRun(watch.id, run);
      if (run.verdict === "worse") this.#warn(`'${watch.name}' came out worse: ${run.words}`);
    } catch (thrown) {
      this.#failed(watch, thrown);
    }
    this.#deps.changed();
  }

  /** If not even the next time could be stored the watch is still due: no run starts before a minute. */
  #failed({ name }: Watch, thrown: unknown): void {
    this.#notBefore = this.#deps.clock.now() + MINUTE_MS;
    this.#warn(`The watch '${name}' could not run: ${StatusError.from(thrown).message}`);
  }

  /** An unreadable database is read again in a minute. */
  #readable(): Watch[] {
    try {
      return this.list();
    } catch (thrown) {
      this.#warn(`The watches cannot be read: ${StatusError.from(thrown).message}`);
      this.#timer ??= this.#deps.clock.after(MINUTE_MS, () => this.#look());
      return [];
    }
  }

  #warn(message: string): void {
    this.#deps.events.emit({ level: "warning", source: "lab", message });
  }
}
