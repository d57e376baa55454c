import { Link } from "@tanstack/react-router";
import { Pin } from "lucide-react";
import { useState } from "react";
import type { ExperimentSummary } from "../../main/contract/index.ts";
import { formatCount } from "../format/numbers.ts";
import { formatMoment } from "../format/time.ts";
import { Badge } from "../ui/badge.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { useNow } from "../ui/use-now.ts";
import { SelectionBar } from "./list/selection-bar.tsx";
import { InvalidBadge } from "../figures/verdict.tsx";
import { experimentStates, mainModel, formatPlan } from "../figures/experiment-text.ts";

interface ExperimentTableProps {
  readonly experiments: readonly ExperimentSummary[];
  /** All are of one model, which the page names already. */
  readonly ofOneModel?: boolean;
}

/** Experiments to open, and to choose several of. */
export function ExperimentTable({ experiments, ofOneModel }: ExperimentTableProps) {
  const now = useNow(30_000);
  const [picked, setPicked] = useState<readonly number[]>([]);
  const chosen = experiments.filter(({ id }) => picked.includes(id));
  const toggle = (id: number) =>
    setPicked(picked.includes(id) ? picked.filter((each) => each !== id) : [...picked, id]);
  return (
    <>
      <SelectionBar chosen={chosen} onClear={() => setPicked([])} />
      <DataTable
        caption="Experiments"
        columns={[
          { key: "name", head: "Experiment" },
          ...(ofOneModel ? [] : [{ key: "model", head: "Model" }]),
          { key: "state", head: "State" },
          { key: "plan", head: "Load" },
          { key: "best", head: "Best throughput", numeric: true },
          { key: "time", head: "Begun", numeric: true },
        ]}
        rows={experiments.map((each) => {
          const { tone, words } = experimentStates[each.state];
          return {
            key: each.id,
            cells: [
              <span key="name" className="flex items-center gap-2">
                <input
                  type="checkbox"
                  aria-label={`Choose ${each.name}`}
                  checked={picked.includes(each.id)}
                  onChange={() => toggle(each.id)}
                />
                <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
                  <Link
                    to="/experiments/$id"
                    params={{ id: String(each.id) }}
                    className="font-semibold hover:text-accent hover:underline"
                  >
                    {each.name}
                  </Link>
                  {each.pinned && <Pin aria-label="pinned" className="size-3.5 text-muted" />}
                  {each.tags.map((tag) => (
                    <Link key={tag} to="/experiments" search={{ tag }}>
                      <Badge>{tag}</Badge>
                    </Link>
                  ))}
                </span>
              </span>,
              ...(ofOneModel ? [] : [mainModel(each.plan)]),
              <span key="state" className="flex flex-wrap gap-1">
                <Badge tone={tone} hint={each.reason ?? undefined}>
                  {words}
                </Badge>
                <InvalidBadge invalid={each.invalidSteps} of={each.steps} />
                {each.importedFrom !== null && (
                  <Badge hint={`From ${each.importedFrom}`}>imported</Badge>
                )}
              </span>,
              formatPlan(each.plan),
              best(each),
              formatMoment(each.createdAt, now),
            ],
          };
        })}
      />
    </>
  );
}

function best(summary: ExperimentSummary): string {
  const { bestInferencesPerSecond, bestOutputTokensPerSecond, steps } = summary;
  if (typeof bestOutputTokensPerSecond === "number") {
    return `${formatCount(bestOutputTokensPerSecond)} tokens/s`;
  }
  if (bestInferencesPerSecond !== null) return `${formatCount(bestInferencesPerSecond)} inf/s`;
  return steps === 0 ? "nothing measured" : "none valid";
}
