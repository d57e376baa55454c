import type { Clock } from "../clock.ts";
import type { Experiment, ExperimentPlan, ExperimentProgress } from "../contract/index.ts";
import { StatusError } from "../../engine/protocol/status.ts";
import { Listeners } from "../listeners.ts";
import type { ExperimentStore } from "./experiment-store.ts";
import type { LoadGenerator } from "./generator/generator.ts";
import { measureStep, type Subject } from "./measure-step.ts";
import { finishedProgress, progressOf } from "./progress.ts";

/** How an experiment ended and, unless as planned, why. */
export interface Ending {
  readonly state: Exclude<Experiment["state"], "running">;
  readonly reason: string | null;
}

export interface ExperimentSubject extends Subject {
  /** Whether the model's configuration is another than when the experiment began. */
  readonly reconfigured: () => Promise<boolean>;
}

export interface RunTools {
  readonly store: ExperimentStore;
  readonly generator: LoadGenerator;
  readonly clock: Clock;
}

/** One experiment under way: measures step after step and stores each as soon as it is measured. */
export class ExperimentRun {
  readonly id: number;
  readonly #plan: ExperimentPlan;
  readonly #tools: RunTools;
  readonly #abort = new AbortController();
  readonly #listeners = new Listeners<ExperimentProgress>();
  #ending: Ending | null = null;
  #progress: ExperimentProgress;

  constructor(id: number, plan: ExperimentPlan, tools: RunTools) {
    this.id = id;
    this.#plan = plan;
    this.#tools = tools;
    this.#progress = progressOf(id, plan, 0, null);
  }

  get progress(): ExperimentProgress {
    return this.#progress;
  }

  get concurrency(): number {
    return this.#plan.concurrencies[this.#progress.stepIndex] ?? 0;
  }

  onProgress(listener: (progress: ExperimentProgress) => void): Disposable {
    return this.#listeners.add(listener);
  }

  /** Ends it before its time, with what was measured until now. The first reason counts. */
  end(ending: Ending): void {
    this.#ending ??= ending;
    this.#abort.abort();
  }

  /** Resolves when the ending is stored, or could not be: a full disk must not take the host down. */
  async run(subject: ExperimentSubject): Promise<Ending> {
    const { store, clock } = this.#tools;
    let ending: Ending;
    try {
      ending = await this.#measure(subject);
    } catch (thrown) {
      ending = this.#ending ?? failed(StatusError.from(thrown));
    }
    try {
      store.finish(this.id, ending.state, ending.reason, clock.now());
      this.#tell(finishedProgress(store.get(this.id)));
    } catch (thrown) {
      ending = failed(StatusError.from(thrown));
      this.#tell({ ...this.#progress, ...ending, phase: "finished", secondsLeft: 0, live: null });
    }
    return ending;
  }

  async #measure(subject: ExperimentSubject): Promise<Ending> {
    const { store, generator, clock } = this.#tools;
    let successes = 0;
    let firstFailure = "";
    for (const [position, concurrency] of this.#plan.concurrencies.entries()) {
      this.#tell(progressOf(this.id, this.#plan, position, null));
      const step = await measureStep(subject, concurrency, {
        generator,
        monotonic: () => clock.monotonic(),
        signal: this.#abort.signal,
        onProgress: (run) => this.#tell(progressOf(this.id, this.#plan, position, run)),
      });
      if (step) {
        store.addStep(this.id, position, step);
        successes += step.successes;
        const failure = step.failures[0];
        if (failure) firstFailure ||= `${failure.status}: ${failure.message}`;
      }
      if (this.#ending) return this.#ending;
      if (await subject.reconfigured()) return reconfigured(this.#plan.model, concurrency);
    }
    return successes > 0
      ? { state: "done", reason: null }
      : { state: "failed", reason: `No request succeeded. ${firstFailure}`.trim() };
  }

  #tell(progress: ExperimentProgress): void {
    this.#progress = progress;
    this.#listeners.tell(progress);
  }
}

/** Steps that ran with different configurations are no experiment. */
function reconfigured(model: string, concurrency: number): Ending {
  const reason = `The configuration of '${model}' was changed during the step at concurrency ${concurrency}, which measured both.`;
  return { state: "interrupted", reason };
}

/** The generator's death interrupts; anything else, such as a full disk, is a failure. */
function failed(error: StatusError): Ending {
  return {
    state: error.code === "UNAVAILABLE" ? "interrupted" : "failed",
    reason: error.message,
  };
}
