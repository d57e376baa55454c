import type { ExperimentStep } from "../../contract/index.ts";
import { measureStep, type StepOrder, type StepRun, type StepTools } from "./measure-step.ts";
import type { Subject } from "./subject.ts";

/** Most measurements of one step, as long as each was disturbed: by other programs, or by a drift alone. */
const MOST_TIMES = { otherPrograms: 3, drift: 5 };
/** Of steps that take longer, s, a person decides. */
const MOST_SECONDS = 30;

/**
 * Measures a step as `measureStep` does; again, at most twice, where other programs disturbed it, and at most four times
 * where it drifted and nothing else was wrong. What was measured before is left out and is in the step's events. How
 * fast it was never decides that.
 */
export function measureUndisturbed(
  subject: Subject,
  order: StepOrder,
  tools: StepTools,
  measure: typeof measureStep = measureStep,
): StepRun {
  let adjusted = false;
  let finished = false;
  let current = measure(subject, order, tools);
  const run = async (): Promise<ExperimentStep | null> => {
    const events: ExperimentStep["events"] = [];
    for (let time = 1; ; time++) {
      const step = await current.step;
      if (!step) return step;
      const reason = disturbance(subject, step);
      const isEnded = adjusted || finished || tools.signal?.aborted === true;
      if (reason === null || isEnded || time >= MOST_TIMES[reason.kind])
        return { ...step, events: [...events, ...step.events] };
      events.push({ at: tools.clock.now(), words: `Measured again: ${reason.text}` });
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

interface Disturbance {
  readonly kind: keyof typeof MOST_TIMES;
  readonly text: string;
}

/** Why it was disturbed, where that is all that is wrong and it does not take long; else null. */
function disturbance({ plan }: Subject, step: ExperimentStep): Disturbance | null {
  const { verdict, complete, seconds, warmup } = step;
  if (!complete || seconds + warmup.seconds > MOST_SECONDS) return null;
  const reasons = verdict.reasons.filter(({ severity }) => severity === "invalid");
  // By rate a drift is mostly a queue that grows.
  const mayPass = (id: string) =>
    DISTURBANCES.has(id) && (id !== "V7" || plan.load.kind === "concurrency");
  const [first] = reasons;
  if (!first || !reasons.every(({ id }) => mayPass(id))) return null;
  const isDrift = reasons.every(({ id }) => id === "V7");
  return { kind: isDrift ? "drift" : "otherPrograms", text: first.text };
}
