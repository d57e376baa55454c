import type { ExperimentStep } from "../../contract/index.ts";
import { measureStep, type StepOrder, type StepRun, type StepTools } from "./measure-step.ts";
import type { Subject } from "./subject.ts";

/** Most measurements of one step, as long as each was disturbed. */
const MAX_ATTEMPTS = 3;
/** Of steps that take longer, s, a person decides. */
const MOST_SECONDS = 30;

export interface UndisturbedTools extends StepTools {
  /** Most measurements of a step that is disturbed. Default 3. */
  readonly maxAttempts?: number | undefined;
}

/**
 * Measures a step as `measureStep` does; again, and a third time, where something on this machine disturbed it. What
 * was measured before is left out and is in the step's events. How fast it was never decides that.
 */
export function measureUndisturbed(
  subject: Subject,
  order: StepOrder,
  tools: UndisturbedTools,
  measure: typeof measureStep = measureStep,
): StepRun {
  const { maxAttempts = MAX_ATTEMPTS } = tools;
  let adjusted = false;
  let finished = false;
  let current = measure(subject, order, tools);
  const run = async (): Promise<ExperimentStep | null> => {
    const events: ExperimentStep["events"] = [];
    for (let time = 1; ; time++) {
      const step = await current.step;
      if (!step) return step;
      const reason = disturbance(subject, step);
      const isLast = time >= maxAttempts || adjusted || finished || tools.signal?.aborted === true;
      if (reason === null || isLast) return { ...step, events: [...events, ...step.events] };
      events.push({ at: tools.clock.now(), words: `Measured again: ${reason}` });
      current = measure(subject, { ...order, attempt: time }, tools);
    }
  };
  return {
    step: run(),
    adjust: (value) => {
      adjusted = true;
      current.adjust(value);
    },
    finish: () => {
      finished = true;
      current.finish();
    },
  };
}

/** Reasons that lie in the machine's other work, or in a warm-up that was too short. */
const DISTURBANCES: ReadonlySet<string> = new Set(["V6", "V7", "V8"]);

/** Why it was disturbed, where that is all that is wrong and it does not take long; else null. */
function disturbance({ plan }: Subject, step: ExperimentStep): string | null {
  const { verdict, complete, seconds, warmup } = step;
  if (!complete || seconds + warmup.seconds > MOST_SECONDS) return null;
  const reasons = verdict.reasons.filter(({ severity }) => severity === "invalid");
  // By rate a drift is mostly a queue that grows.
  const mayPass = (id: string) =>
    DISTURBANCES.has(id) && (id !== "V7" || plan.load.kind === "concurrency");
  return reasons.every(({ id }) => mayPass(id)) ? (reasons[0]?.text ?? null) : null;
}
