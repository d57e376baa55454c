import type { VersionState } from "../../main/contract/index.ts";
import { formatCount, formatDuration } from "../format/numbers.ts";
import { useModelState } from "../host/topics.ts";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";

interface Column {
  readonly key: string;
  readonly head: string;
  readonly hint: string;
  readonly text: (version: VersionState) => string;
}

const columns: readonly Column[] = [
  {
    key: "load",
    head: "Load time",
    hint: "How long the load took, instances and warm-up included.",
    text: ({ loadSeconds }) => formatDuration(loadSeconds * 1000),
  },
  {
    key: "rejected",
    head: "Rejected",
    hint: "Rejected because the queue was full, or timed out in queue.",
    text: ({ failures }) => formatCount(failures.rejected),
  },
  {
    key: "refused",
    head: "Queue full",
    hint: "Rejected because max_queue_size was reached.",
    text: ({ refused }) => formatCount(refused),
  },
  {
    key: "canceled",
    head: "Cancelled",
    hint: "Cancelled by the client, or past its deadline.",
    text: ({ failures }) => formatCount(failures.canceled),
  },
  {
    key: "backend",
    head: "Backend",
    hint: "The model's execution failed.",
    text: ({ failures }) => formatCount(failures.backend),
  },
  {
    key: "other",
    head: "Other",
    hint: "Other errors, such as inputs of the wrong shape.",
    text: ({ failures }) => formatCount(failures.other),
  },
];

/** Failed requests since the load, by version and reason. */
export function Failures({ serverId, model }: { serverId: string; model: string }) {
  const state = useModelState(serverId, model);
  if (!state) return null;
  const { versions } = state;
  return (
    <Card title="Failures since the load" className="xl:col-span-2">
      {versions === null || versions.length === 0 ? (
        <p className="px-4 py-3 text-muted">
          {versions === null
            ? "This server doesn't report why requests failed."
            : "No version of this model is loaded."}
        </p>
      ) : (
        <DataTable
          caption="Failures since the load, by version"
          columns={[
            { key: "version", head: "Version" },
            ...columns.map(({ key, head, hint }) => ({
              key,
              head: <span data-hint={hint}>{head}</span>,
              numeric: true,
            })),
          ]}
          rows={versions.map((version) => ({
            key: version.version,
            cells: [version.version, ...columns.map(({ text }) => text(version))],
          }))}
        />
      )}
    </Card>
  );
}
