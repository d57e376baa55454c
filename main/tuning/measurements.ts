import { StatusError } from "../../base/status-error.ts";
import type { Experiment, ExperimentPlan, TuningSession } from "../contract/index.ts";
import type { EventSink } from "../events/index.ts";
import { latestMeasurement } from "./course.ts";
import type { SessionStore } from "./session-store.ts";
import type { TuningLab } from "./tools.ts";

interface Measurement {
  readonly label: string;
  readonly plan: ExperimentPlan;
  /** The session while the experiment runs. */
  readonly begin: (experiment: number) => TuningSession;
  /** The session after it. */
  readonly end: (session: TuningSession, result: Experiment) => TuningSession;
}

/** The experiments of sessions. */
export class Measurements {
  readonly #lab: TuningLab;
  readonly #store: SessionStore;
  readonly #events: EventSink;
  /** Running ones by session. */
  readonly #running = new Map<number, Promise<void>>();

  constructor(lab: TuningLab, store: SessionStore, events: EventSink) {
    this.#lab = lab;
    this.#store = store;
    this.#events = events;
  }

  /** Resolves with the session once the experiment runs; its result is stored when it ends. */
  async start(
    { id, name }: TuningSession,
    { label, plan, begin, end }: Measurement,
  ): Promise<TuningSession> {
    const experiment = await this.#lab.start(plan, `${name}: ${label}`);
    const session = this.#store.save({ ...begin(experiment), running: experiment });
    const running = this.#lab
      .finished(experiment)
      .then((result) => {
        this.#store.save({ ...end(this.#store.get(id), result), running: null });
      })
      .catch((error: unknown) => {
        const { message } = StatusError.from(error);
        this.#events.emit({
          level: "error",
          source: "tuning",
          message: `Tuning session ${id} can't store its measurement: ${message}`,
        });
      })
      .finally(() => this.#running.delete(id));
    this.#running.set(id, running);
    return session;
  }

  /** Resolves when the session's experiment has ended and its result is stored. Does nothing without one. */
  async cancel(id: number, experiment: number): Promise<void> {
    const running = this.#running.get(id);
    if (!running) return;
    await this.#lab.cancel(experiment);
    await running;
  }

  /** Resolves when running experiments have been stored. */
  async close(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  /** The environment of the baseline's measurement; null before it, and if the experiment was deleted. */
  environment({ baseline }: TuningSession): Experiment["environment"] | null {
    if (baseline === null) return null;
    try {
      return this.#lab.get(baseline).environment;
    } catch (error) {
      if (error instanceof StatusError && error.code === "NOT_FOUND") return null;
      throw error;
    }
  }

  /** The basis of a session's proposals: its latest measurement of the current configuration. */
  latest(session: TuningSession): Experiment["steps"][number] | null {
    const latest = latestMeasurement(session);
    if (latest === null) return null;
    const { experiment, candidate } = latest;
    try {
      const { steps } = this.#lab.get(experiment);
      const own = steps.filter((step) => step.candidate === candidate);
      return own.findLast(({ verdict }) => verdict.verdict === "valid") ?? own.at(-1) ?? null;
    } catch {
      // The experiment was removed: proposals are made without it.
      return null;
    }
  }
}
