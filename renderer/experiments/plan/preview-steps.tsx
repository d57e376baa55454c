import {
  beginsConversations,
  type ExperimentPlan,
  type Load,
  type PlanPreview as Preview,
} from "../../../main/contract/index.ts";
import { PlanPreview, type PlanStep } from "../../charts/plan-preview.tsx";

interface PreviewStepsProps {
  readonly preview: Preview;
  readonly plan: ExperimentPlan;
  /** Seconds since it started; null before. */
  readonly now?: number | null;
}

type Step = Preview["steps"][number];

const phases = { apply: "pause", warmup: "warmup", measure: "measure" } as const;

/** The planned load over time. */
export function PreviewSteps({ preview, plan, now = null }: PreviewStepsProps) {
  const { load } = plan;
  return (
    <PlanPreview
      title="Load over time"
      about="Planned load, step by step. Warm-ups are sent but not counted. Nothing is sent while a configuration is applied. A step that ends early makes the rest start sooner."
      unit={loadUnit(plan)}
      now={now}
      steps={preview.steps.flatMap((step) =>
        load.kind === "profile" && step.phase === "measure"
          ? toPlanSteps(step, load.parts)
          : [drawn(step)],
      )}
    />
  );
}

function loadUnit(plan: ExperimentPlan): string {
  const { kind } = plan.load;
  const unit = beginsConversations(plan) ? "conversations/s" : "requests/s";
  if (kind === "concurrency") return "requests in flight";
  const isMean = kind === "bursts" || kind === "intervals" || kind === "trace";
  return isMean ? `${unit} on average` : unit;
}

const drawn = ({ phase, from, seconds, ...step }: Step): PlanStep => ({
  ...step,
  phase: phases[phase],
  fromSeconds: from,
  toSeconds: from + seconds,
});

/** A profile as it rises and falls. */
function toPlanSteps(step: Step, parts: Extract<Load, { kind: "profile" }>["parts"]): PlanStep[] {
  let at = step.from;
  return parts.map(({ seconds, from, to }, index) => {
    const fromSeconds = at;
    at += seconds;
    return {
      ...drawn(step),
      fromSeconds,
      toSeconds: at,
      fromValue: from,
      toValue: to,
      label: `part ${index + 1}`,
    };
  });
}
