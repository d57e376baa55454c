import { Link } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { ExperimentSummary } from "../../main/contract/index.ts";
import { formatCount } from "../format/numbers.ts";
import { formatMoment } from "../format/time.ts";
import { useAction } from "../host/requests.ts";
import { Badge } from "../ui/badge.tsx";
import { IconButton } from "../ui/button.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { tellError } from "../ui/toasts.tsx";
import { useNow } from "../ui/use-now.ts";
import { experimentStates } from "./state-words.ts";

interface ExperimentTableProps {
  readonly experiments: readonly ExperimentSummary[];
  /** All are of one model, which the page names already. */
  readonly ofOneModel?: boolean;
}

export function ExperimentTable({ experiments, ofOneModel }: ExperimentTableProps) {
  const now = useNow(30_000);
  const [doomed, setDoomed] = useState<ExperimentSummary | null>(null);
  const remove = useAction("lab.remove", ["lab.list"]);
  return (
    <>
      <DataTable
        caption="Experiments"
        columns={[
          { key: "name", head: "Experiment" },
          ...(ofOneModel ? [] : [{ key: "model", head: "Model" }]),
          { key: "state", head: "State" },
          { key: "concurrencies", head: "Concurrencies" },
          { key: "best", head: "Best throughput", numeric: true },
          { key: "time", head: "Begun", numeric: true },
          { key: "actions", head: <span className="sr-only">Actions</span>, numeric: true },
        ]}
        rows={experiments.map((each) => {
          const { tone, words } = experimentStates[each.state];
          return {
            key: each.id,
            cells: [
              <Link
                key="name"
                to="/experiments/$id"
                params={{ id: String(each.id) }}
                className="font-semibold hover:text-accent hover:underline"
              >
                {each.name}
              </Link>,
              ...(ofOneModel ? [] : [each.plan.model]),
              <Badge key="state" tone={tone} hint={each.reason ?? undefined}>
                {words}
              </Badge>,
              each.plan.concurrencies.join(", "),
              each.bestInferencesPerSecond === null
                ? "nothing measured"
                : `${formatCount(each.bestInferencesPerSecond)} inf/s`,
              formatMoment(each.createdAt, now),
              <IconButton
                key="delete"
                label={`Delete ${each.name}`}
                disabled={each.state === "running"}
                onClick={() => setDoomed(each)}
              >
                <Trash2 aria-hidden="true" />
              </IconButton>,
            ],
          };
        })}
      />
      <Confirm
        open={doomed !== null}
        title={`Delete “${doomed?.name ?? ""}”?`}
        verb="Delete"
        onConfirm={() =>
          doomed &&
          remove.mutate(
            { id: doomed.id },
            { onError: (error) => tellError("The experiment was not deleted.", error) },
          )
        }
        onClose={() => setDoomed(null)}
      >
        Its measurements are deleted and cannot be brought back.
      </Confirm>
    </>
  );
}
