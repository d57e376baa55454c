import type { Load, PlanPreview } from "../../../main/contract/index.ts";
import { formatCount, formatDuration } from "../../format/numbers.ts";
import { DataTable } from "../../ui/data-table.tsx";

interface PreviewStepsProps {
  readonly preview: PlanPreview;
  readonly load: Load;
}

const phases: Record<PlanPreview["steps"][number]["phase"], string> = {
  apply: "apply",
  warmup: "warm-up",
  measure: "measure",
};

/** The steps of a plan, one after the other. */
export function PreviewSteps({ preview, load }: PreviewStepsProps) {
  const unit = load.kind === "concurrency" ? "clients" : "req/s";
  return (
    <DataTable
      caption="Steps of the plan"
      columns={[
        { key: "step", head: "Step" },
        { key: "load", head: unit, numeric: true },
        { key: "for", head: "For", numeric: true },
      ]}
      rows={preview.steps.map(({ phase, from, seconds, fromValue, toValue, label }) => ({
        key: `${from} ${phase} ${label}`,
        cells: [
          <span key="step" className={phase === "measure" ? "" : "text-muted"}>
            {label || phases[phase]}
          </span>,
          phase === "apply"
            ? "–"
            : fromValue === toValue
              ? formatCount(fromValue)
              : `${formatCount(fromValue)} → ${formatCount(toValue)}`,
          formatDuration(seconds * 1000),
        ],
      }))}
    />
  );
}
