import type {
  Experiment,
  ExperimentPlan,
  ExperimentProgress,
  ExperimentStep,
  StepRepeat,
} from "../../contract/index.ts";
import type { RunProgress } from "../generator/messages.ts";
import { type Goal, findGoal, type PlannedStep } from "../goals/index.ts";
import { expectedApply, expectedWarmup } from "../expected.ts";
import { expectedSeconds, formatLoad } from "../loads.ts";

type Phase = ExperimentProgress["phase"];

interface ProgressParts {
  readonly id: number;
  readonly plan: ExperimentPlan;
  readonly goal: Goal;
  readonly monotonic: () => number;
  /** The measured steps, which `goal` knows. */
  readonly before?: readonly ExperimentStep[];
}

/** The progress of a running experiment, in figures and text. */
export class RunProgressView {
  readonly #id: number;
  readonly #plan: ExperimentPlan;
  readonly #goal: Goal;
  readonly #monotonic: () => number;
  readonly #began: number;
  /** Figures of what was measured before it was paused. */
  readonly #secondsBefore: number;
  #warmupSeconds: number;
  #measuredSteps = 0;
  /** The load of the current step after it was changed by hand. */
  #adjusted: { readonly position: number; readonly value: number } | null = null;
  #repeat: StepRepeat | null = null;

  constructor({ id, plan, goal, monotonic, before = [] }: ProgressParts) {
    this.#id = id;
    this.#plan = plan;
    this.#goal = goal;
    this.#monotonic = monotonic;
    this.#began = monotonic();
    this.#warmupSeconds = expectedWarmup(plan);
    const complete = before.filter((step) => step.complete);
    this.#secondsBefore = countSeconds(complete);
    for (const step of complete) this.measured(step);
  }

  /** Future warm-ups are expected to take as long as past ones. */
  measured({ warmup }: ExperimentStep): void {
    const sum = this.#measuredSteps === 0 ? 0 : this.#warmupSeconds * this.#measuredSteps;
    this.#measuredSteps += 1;
    this.#repeat = null;
    this.#warmupSeconds = (sum + warmup.seconds) / this.#measuredSteps;
  }

  adjusted(position: number, value: number): void {
    this.#adjusted = { position, value };
  }

  repeated(repeat: StepRepeat): void {
    this.#repeat = repeat;
  }

  /** "concurrency 8, candidate 'delay 2 ms', replicate 3 of 5" */
  words({ load, candidate, replicate }: PlannedStep): string {
    const { goal } = this.#plan;
    const load_ = formatLoad(load.shown);
    if (goal.kind !== "compare" || candidate === null || replicate === null) return load_;
    const { label } = goal.candidates[candidate] as { label: string };
    return `${load_}, candidate '${label}', replicate ${replicate + 1} of ${goal.replicates}`;
  }

  /** Outside of a step's load. `planned`: the next step, null after the last. */
  between(
    planned: PlannedStep | null,
    phase: Extract<Phase, "preparing" | "applying">,
  ): ExperimentProgress {
    const left = planned ? this.#left(planned, 0) : 0;
    const words =
      planned === null
        ? "restoring the configuration"
        : phase === "applying"
          ? `applying: ${this.words(planned)}`
          : this.words(planned);
    return { ...this.#base(planned), phase, secondsLeft: left, words, live: null };
  }

  /** Until it is resumed. */
  held(): ExperimentProgress {
    const next = this.#goal.next();
    const words = next ? `next: ${this.words(next)}` : "paused";
    return { ...this.between(next, "preparing"), state: "paused", phase: "paused", words };
  }

  during(
    planned: PlannedStep,
    run: RunProgress,
    certificate: ExperimentStep["certificate"],
  ): ExperimentProgress {
    const { load, goal } = this.#plan;
    const byNumber = load.kind === "concurrency" || load.kind === "rate";
    const measuring = run.phase !== "warmup";
    const { shown } = planned.load;
    const byHand = this.#adjusted?.position === planned.position ? this.#adjusted.value : null;
    const done = measuring ? this.#warmupSeconds + run.secondsDone : run.secondsDone;
    return {
      ...this.#base(planned),
      phase: measuring ? "measuring" : "warmup",
      secondsLeft: this.#left(planned, done),
      words: this.words(planned),
      live: {
        load: { ...shown, value: byHand ?? shown.value },
        requestsPerSecond: run.secondsDone > 0 ? run.successes / run.secondsDone : 0,
        p50Ms: ms(run.response.p50),
        p99Ms: ms(run.response.p99),
        failures: run.failures,
        ...(run.stream && {
          chat: {
            firstTokenP50Ms: ms(run.stream.firstP50),
            firstTokenP99Ms: ms(run.stream.firstP99),
            outputTokensPerSecond:
              run.secondsDone > 0 ? run.stream.outputTokens / run.secondsDone : 0,
          },
        }),
        certificate: measuring ? certificate : null,
        adjustable: run.phase === "measuring" && goal.kind === "sweep" && byNumber,
      },
    };
  }

  #base(planned: PlannedStep | null) {
    return {
      id: this.#id,
      state: "running" as const,
      reason: null,
      stepIndex: planned?.position ?? Math.max(0, this.#goal.count - 1),
      stepCount: this.#goal.count,
      pausing: false,
      ...(this.#repeat && { repeat: this.#repeat }),
      secondsDone: this.#secondsBefore + (this.#monotonic() - this.#began) / 1000,
    };
  }

  #left(planned: PlannedStep, done: number): number {
    const measured = expectedSeconds(planned.load, this.#plan.requestsPerStep);
    const perStep = expectedApply(this.#plan) + this.#warmupSeconds + measured;
    const steps = Math.max(1, this.#goal.count - planned.position);
    const here = Math.min(done, this.#warmupSeconds + measured);
    return Math.max(0, steps * perStep - here);
  }
}

const ms = (micros: number | null) => (micros === null ? null : micros / 1000);

const countSeconds = (steps: readonly ExperimentStep[]) =>
  steps.reduce((sum, { warmup, seconds }) => sum + warmup.seconds + seconds, 0);

/** The final state of an experiment that does not run. */
export function finishedProgress(experiment: Experiment): ExperimentProgress {
  const { id, state, reason, plan, steps } = experiment;
  if (state === "paused") {
    const goal = findGoal(plan);
    for (const [position, step] of steps.entries()) goal.add(position, step);
    return new RunProgressView({ id, plan, goal, monotonic: () => 0, before: steps }).held();
  }
  return {
    id,
    state,
    reason,
    stepIndex: Math.max(0, steps.length - 1),
    stepCount: steps.length,
    phase: "finished",
    pausing: false,
    secondsDone: countSeconds(steps),
    secondsLeft: 0,
    words: reason ?? state,
    live: null,
  };
}
