import { useState } from "react";
import type { Advice, ServerStatus } from "../../main/contract/index.ts";
import { useAdvice } from "../host/use-advice.ts";
import { TIME_BASE_TEXT } from "../figures/time-base.ts";
import { useFigureTable } from "../figures/use-figure-table.ts";
import { useOverview } from "../host/topics.ts";
import { Card } from "../ui/card.tsx";
import { Empty } from "../ui/empty.tsx";
import { LastKnown } from "../host/last-known.tsx";
import { ModelsTable } from "./models-table.tsx";
import { type SortKey, sortModels } from "./sort-models.ts";

const none: readonly Advice[] = [];

/** The repository of a Triton: its models with their figures, and what loads and unloads them. */
export function Repository({ server }: { server: ServerStatus }) {
  const frame = useOverview(server.id);
  const table = useFigureTable(server.id);
  const findings = useAdvice(server.id)?.findings ?? none;
  const [{ sort, descending }, setOrder] = useState<{ sort: SortKey; descending: boolean }>({
    sort: "name",
    descending: false,
  });
  const sortBy = (key: SortKey) =>
    setOrder({ sort: key, descending: key === sort ? !descending : key !== "name" });
  return (
    <>
      <LastKnown server={server} hasData={frame !== null} />
      <Card>
        {!frame && <p className="px-4 py-6 text-muted">Waiting for the server…</p>}
        {frame?.models.length === 0 && <Empty title="The model repository is empty" />}
        {frame && frame.models.length > 0 && (
          <>
            <ModelsTable
              server={server}
              models={sortModels(frame.models, table, { filter: "", key: sort, descending })}
              table={table}
              sort={sort}
              descending={descending}
              findings={findings}
              onSort={sortBy}
              manage
            />
            <p className="border-line border-t px-4 py-1.5 text-muted text-xs">{TIME_BASE_TEXT}</p>
          </>
        )}
      </Card>
    </>
  );
}
