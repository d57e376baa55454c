import type { ModelFigures } from "../../figures/observed-figures.ts";
import { formatCount, formatDuration } from "../../format/numbers.ts";
import { Badge } from "../../ui/badge.tsx";
import { useLive } from "./live.ts";

/** Current figures of a step's model, over all its traffic. */
export function StepFigures({ model }: { model: string }) {
  const { samples, idle } = useLive();
  const sample = samples.get(model);
  if (idle.has(model)) return <span className="truncate text-warn text-xs">Not loaded</span>;
  const computeMs = sample?.("computeMs") ?? null;
  if (!sample || computeMs === null)
    return <span className="truncate text-muted text-xs">No traffic now</span>;
  return (
    <span
      className="flex gap-2 whitespace-nowrap text-xs"
      data-hint={`${model} over the last minute, requests from outside of this ensemble included`}
    >
      <span>{formatCount(sample("inferencesPerSecond"))} inf/s</span>
      <span className="text-muted">queue {formatDuration(sample("queueMs"))}</span>
      <span className="text-muted">compute {formatDuration(computeMs)}</span>
    </span>
  );
}

/** Marks the model in which requests spend the most time. */
export function SlowestBadge({ model }: { model: string }) {
  const { samples, slowest } = useLive();
  const sample = samples.get(model);
  if (!sample || slowest !== model) return null;
  return (
    <Badge tone="warn" hint={bottleneckHint(sample)}>
      Slowest
    </Badge>
  );
}

function bottleneckHint(sample: ModelFigures): string {
  const waits = (sample("queueMs") ?? 0) > (sample("computeMs") ?? 0);
  return waits
    ? "Requests spend more time in this model than in any other step, most of it waiting: more instances or larger batches would help first."
    : "Requests spend more time in this model than in any other step, most of it computing.";
}
