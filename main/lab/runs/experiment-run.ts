import { StatusError } from "../../../base/status-error.ts";
import type { Clock } from "../../../base/clock.ts";
import {
  type ExperimentPlan,
  type ExperimentProgress,
  type ExperimentState,
  type ExperimentStep,
  MAX_CLIENTS,
} from "../../contract/index.ts";
import type { LoadGenerator } from "../generator/generator.ts";
import type { RunProgress } from "../generator/messages.ts";
import type { Goal, PlannedStep } from "../goals/index.ts";
import { formatLoad } from "../loads.ts";
import { endedInFailures } from "../steps/ended-in-failures.ts";
import { hopelessReason } from "../steps/hopeless.ts";
import type { StepRun } from "../steps/measure-step.ts";
import { measureUndisturbed } from "../steps/measure-undisturbed.ts";
import type { Subject } from "../steps/subject.ts";
import type { ExperimentStore } from "../store/experiment-store.ts";
import { finishedProgress, RunProgressView } from "./progress.ts";

/** How an experiment ended or why it stopped. */
export interface Ending {
  readonly state: Exclude<ExperimentState, "running">;
  readonly reason: string | null;
}

/** Input of a run. */
export interface Stage {
  /** The prepared plan as it serves now. */
  subject(): Promise<Subject>;
  /** The model whose configuration changed unexpectedly; null without one. */
  reconfigured(): Promise<string | null>;
  /** Why the server does not respond for the model; null if it does. */
  gone(): Promise<string | null>;
  /** Activates a candidate of a comparison. */
  apply(candidate: number, note: string): Promise<void>;
  /** Restores the original configuration; what can't be restored now is restored later. */
  restore(): Promise<void>;
}

export interface RunTools {
  readonly store: ExperimentStore;
  readonly generator: LoadGenerator;
  readonly clock: Clock;
  readonly emit: (progress: ExperimentProgress) => void;
  /** Max measurements of a disturbed step. Default 3. */
  readonly maxAttempts?: number | undefined;
}

interface StartedExperiment {
  readonly id: number;
  readonly plan: ExperimentPlan;
  readonly goal: Goal;
  /** The measured steps, which `goal` knows. */
  readonly before: readonly ExperimentStep[];
}

/** A running experiment: measures step after step and stores each during its measurement. */
export class ExperimentRun {
  readonly id: number;
  readonly #plan: ExperimentPlan;
  readonly #goal: Goal;
  readonly #tools: RunTools;
  readonly #view: RunProgressView;
  readonly #abort = new AbortController();
  #ending: Ending | null = null;
  #isPausing = false;
  /** Whether any request has succeeded. */
  #hasSucceeded: boolean;
  /** Why continuing is pointless; null while unknown. */
  #hopeless: string | null = null;
  #step: StepRun | null = null;
  #planned: PlannedStep | null = null;
  #progress: ExperimentProgress;

  constructor({ id, plan, goal, before }: StartedExperiment, tools: RunTools) {
    this.id = id;
    this.#plan = plan;
    this.#goal = goal;
    this.#tools = tools;
    this.#view = new RunProgressView({
      id,
      plan,
      goal,
      monotonic: () => tools.clock.monotonic(),
      before,
    });
    this.#progress = this.#view.between(goal.next(), "preparing");
    this.#hasSucceeded = before.some(({ successes }) => successes > 0);
  }

  get progress(): ExperimentProgress {
    return this.#progress;
  }

  /** "concurrency 8" */
  get where(): string {
    return this.#planned ? formatLoad(this.#planned.load.shown) : "the beginning";
  }

  /** Ends it early, with its measurements so far. The first reason counts. */
  end(ending: Ending): void {
    this.#ending ??= ending;
    this.#abort.abort();
  }

  /** After the current step. */
  pause(): void {
    this.#isPausing = true;
    this.#emit(this.#progress);
  }

  /** FAILED_PRECONDITION if the load of the current step can't be changed now. */
  adjust(value: number): void {
    if (!this.#progress.live?.adjustable) {
      throw new StatusError(
        "FAILED_PRECONDITION",
        "The load can be changed while a step of a sweep by concurrency or rate is measured, and not now.",
      );
    }
    const clients = this.#plan.load.kind === "concurrency";
    if (clients && value > MAX_CLIENTS) {
      throw new StatusError(
        "INVALID_ARGUMENT",
        `value is ${value}; concurrency may be at most ${MAX_CLIENTS}.`,
      );
    }
    const wanted = clients ? Math.round(value) : value;
    this.#step?.adjust(wanted);
    this.#view.adjusted(this.#progress.stepIndex, wanted);
  }

  /**
   * Resolves when the end is stored, or could not be: a full disk must not crash the host. The last progress is not
   * emitted here: a listener may start another experiment at once.
   */
  async run(stage: Stage): Promise<Ending> {
    const { store, clock } = this.#tools;
    let ending: Ending;
    try {
      ending = await this.#measure(stage);
    } catch (thrown) {
      ending = this.#ending ?? failed(StatusError.from(thrown));
    }
    if (this.#plan.goal.kind === "compare") {
      this.#emit(this.#view.between(null, "applying"));
      await stage.restore();
    }
    try {
      store.finish(this.id, ending.state, ending.reason, clock.now());
      this.#progress = finishedProgress(store.get(this.id));
    } catch (thrown) {
      ending = failed(StatusError.from(thrown));
      this.#progress = {
        ...this.#progress,
        ...ending,
        phase: "finished",
        secondsLeft: 0,
        live: null,
      };
    }
    return ending;
  }

  async #measure(stage: Stage): Promise<Ending> {
    const { store } = this.#tools;
    let subject: Subject | null = null;
    for (;;) {
      const planned = this.#goal.next();
      if (!planned) break;
      if (this.#ending) return this.#ending;
      if (this.#isPausing) return { state: "paused", reason: null };
      this.#planned = planned;
      if (planned.candidate !== null) {
        this.#emit(this.#view.between(planned, "applying"));
        await stage.apply(planned.candidate, this.#view.words(planned));
        subject = null;
        if (this.#ending) return this.#ending;
      }
      this.#emit(this.#view.between(planned, "preparing"));
      subject ??= await stage.subject();
      const step = await this.#measureStep(subject, planned);
      if (this.#hopeless !== null)
        this.#ending ??= await this.#hopelessEnding(stage, this.#hopeless);
      const disturbed = this.#ending ? null : await this.#disturbed(stage, step);
      if (step) this.#keep(planned, disturbed ? { ...step, complete: false } : step);
      const ending = this.#ending ?? disturbed;
      if (ending) return ending;
      if (this.#goal.next()?.position === planned.position) {
        return { state: "interrupted", reason: `The step at ${this.where} was cut short.` };
      }
    }
    return this.#judge(store.steps(this.id));
  }

  async #measureStep(subject: Subject, planned: PlannedStep): Promise<ExperimentStep | null> {
    const { store, generator, clock, maxAttempts } = this.#tools;
    this.#step = measureUndisturbed(subject, planned, {
      generator,
      clock,
      signal: this.#abort.signal,
      maxAttempts,
      onRepeat: (repeat) => this.#view.repeated(repeat),
      onProgress: (run, certificate) => {
        this.#emit(this.#view.during(planned, run, certificate));
        this.#stopIfHopeless(run);
      },
      onSnapshot: (step) => store.saveStep(this.id, planned.position, step),
    });
    return await this.#step.step.finally(() => (this.#step = null));
  }

  /** Ends the step if none of the experiment's first requests succeeded (LAB-E13). */
  #stopIfHopeless(run: RunProgress): void {
    this.#hasSucceeded ||= run.successes > 0;
    if (this.#hasSucceeded || this.#hopeless !== null) return;
    this.#hopeless = hopelessReason(run);
    if (this.#hopeless !== null) this.#abort.abort();
  }

  async #hopelessEnding(stage: Stage, reason: string): Promise<Ending> {
    const gone = await stage.gone();
    if (gone !== null) return { state: "interrupted", reason: `At ${this.where}: ${gone}` };
    return { state: "failed", reason };
  }

  /** Why conditions changed during a step; null if they didn't. */
  async #disturbed(stage: Stage, step: ExperimentStep | null): Promise<Ending | null> {
    const gone = step && endedInFailures(step) ? await stage.gone() : null;
    if (gone !== null) return { state: "interrupted", reason: `At ${this.where}: ${gone}` };
    const model = await stage.reconfigured();
    return model === null ? null : reconfigured(model, this.where);
  }

  #keep(planned: PlannedStep, step: ExperimentStep): void {
    const { store } = this.#tools;
    store.saveStep(this.id, planned.position, step);
    this.#goal.add(planned.position, step);
    this.#view.measured(step);
    if (this.#goal.result) store.setSearch(this.id, this.#goal.result);
  }

  #judge(steps: readonly { successes: number; failures: readonly Failure[] }[]): Ending {
    if (steps.some(({ successes }) => successes > 0)) return { state: "done", reason: null };
    const failure = steps.flatMap(({ failures }) => failures)[0];
    const words = failure ? ` ${failure.status}: ${failure.message}` : "";
    return { state: "failed", reason: `No request succeeded.${words}` };
  }

  #emit(progress: ExperimentProgress): void {
    this.#progress = { ...progress, pausing: this.#isPausing };
    this.#tools.emit(this.#progress);
  }
}

interface Failure {
  readonly status: string;
  readonly message: string;
}

/** Steps with different configurations are not one experiment. */
function reconfigured(model: string, where: string): Ending {
  const reason = `The configuration of '${model}' was changed during the step at ${where}, which measured both.`;
  return { state: "interrupted", reason };
}

/** A missing generator or server interrupts; anything else, such as a full disk, is a failure. */
function failed(error: StatusError): Ending {
  return {
    state: error.code === "UNAVAILABLE" ? "interrupted" : "failed",
    reason: error.message,
  };
}
