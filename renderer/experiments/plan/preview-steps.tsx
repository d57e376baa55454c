import type { Load, PlanPreview as Preview } from "../../../main/contract/index.ts";
import { PlanPreview } from "../../charts/plan-preview.tsx";

interface PreviewStepsProps {
  readonly preview: Preview;
  readonly load: Load;
  /** Seconds since it began; null before. */
  readonly now?: number | null;
}

const phases = { apply: "pause", warmup: "warmup", measure: "measure" } as const;

/** The load that a plan offers over the time it takes. */
export function PreviewSteps({ preview, load, now = null }: PreviewStepsProps) {
  return (
    <PlanPreview
      title="Load over time"
      about="What is going to be sent, step by step. Warm-ups are sent but not counted; while a configuration is applied nothing is sent. What ends early makes the rest come sooner."
      unit={load.kind === "concurrency" ? "requests in flight" : "requests/s"}
      now={now}
      steps={preview.steps.map(({ phase, from, seconds, ...step }) => ({
        ...step,
        phase: phases[phase],
        fromSeconds: from,
        toSeconds: from + seconds,
      }))}
    />
  );
}
