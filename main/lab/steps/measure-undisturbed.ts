import type { ExperimentStep, StepRepeat } from "../../contract/index.ts";
import { measureStep, type StepOrder, type StepRun, type StepTools } from "./measure-step.ts";
import type { Subject } from "./subject.ts";

/** Max measurements of one step while each is disturbed. */
const MAX_ATTEMPTS = 3;
/** Longer steps, s, are left to the user. */
const MAX_SECONDS = 30;

export interface UndisturbedTools extends StepTools {
  /** Max measurements of a disturbed step. Default 3. */
  readonly maxAttempts?: number | undefined;
  /** The measurement starts again. */
  readonly onRepeat?: ((repeat: StepRepeat) => void) | undefined;
}

/**
 * Measures a step with `measureStep`, up to three times if other work on this machine disturbed it. Earlier
 * measurements are discarded and mentioned in the step's events. The measured speed doesn't matter.
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
      const startedAt = tools.clock.now();
      events.push({ at: startedAt, words: `Measured again: ${reason}` });
      tools.onRepeat?.({ attempt: time + 1, maxAttempts, reason, startedAt });
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

/** Reasons caused by the machine's other work, or by a warm-up that was too short. */
const DISTURBANCES: ReadonlySet<string> = new Set(["V6", "V7", "V8"]);

/** The disturbance, if nothing else is wrong and the step is short; else null. */
function disturbance({ plan }: Subject, step: ExperimentStep): string | null {
  const { verdict, complete, seconds, warmup } = step;
  if (!complete || seconds + warmup.seconds > MAX_SECONDS) return null;
  const reasons = verdict.reasons.filter(({ severity }) => severity === "invalid");
  // At a rate, drift mostly means a growing queue.
  const mayPass = (id: string) =>
    DISTURBANCES.has(id) && (id !== "V7" || plan.load.kind === "concurrency");
  return reasons.every(({ id }) => mayPass(id)) ? (reasons[0]?.text ?? null) : null;
}
