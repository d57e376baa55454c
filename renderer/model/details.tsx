import type { ModelDetail, VersionState } from "../../main/contract/index.ts";
import { useRequest } from "../host/requests.ts";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { ErrorNotice } from "../ui/notice.tsx";
import { formatCount, formatDuration } from "../format/numbers.ts";
import { useModelState } from "../host/topics.ts";

/** The server's data about a model: versions, tensors, instances and active configuration. */
export function Details({ serverId, model }: { serverId: string; model: string }) {
  const { data, error } = useRequest("models.detail", { serverId, model });
  if (error) return <ErrorNotice title={`Can't read the details of ${model}`} error={error} />;
  if (!data) return <p className="text-muted">Asking the server…</p>;
  return (
    <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
      <Tensors title="Inputs" tensors={data.inputs} />
      <Tensors title="Outputs" tensors={data.outputs} />
      <Card title="Versions">
        <DataTable
          caption="Versions"
          columns={[
            { key: "version", head: "Version" },
            { key: "state", head: "State" },
            { key: "reason", head: "Reason" },
          ]}
          rows={data.versions.map(({ version, state, reason }) => ({
            key: version,
            cells: [version, state, reason ?? ""],
          }))}
        />
      </Card>
      <Card title="Instances" aside={<Badge>{data.platform || "no platform"}</Badge>}>
        <DataTable
          caption="Instances"
          columns={[
            { key: "name", head: "Instance" },
            { key: "version", head: "Version" },
            { key: "kind", head: "Kind" },
            { key: "provider", head: "Execution provider" },
            { key: "device", head: "Device" },
          ]}
          rows={data.instances.map(({ name, version, kind, provider, deviceId }) => ({
            key: `${name} ${version}`,
            cells: [
              name,
              version ?? "any",
              kind,
              provider ?? "not reported by this server",
              deviceId === null ? "–" : deviceId,
            ],
          }))}
        />
      </Card>
      <Failures serverId={serverId} model={model} />
      <Card title="Active configuration" className="xl:col-span-2">
        {data.config === null ? (
          <p className="px-4 py-3 text-muted">
            No version is served, so there is no active configuration.
          </p>
        ) : (
          <pre
            // Focusable, since it scrolls.
            tabIndex={0}
            aria-label="Active configuration, as JSON"
            role="region"
            className="max-h-96 overflow-auto px-4 py-3 font-mono text-xs"
          >
            {JSON.stringify(data.config, null, 2)}
          </pre>
        )}
      </Card>
    </div>
  );
}

function Tensors({ title, tensors }: { title: string; tensors: ModelDetail["inputs"] }) {
  return (
    <Card title={title}>
      <DataTable
        caption={title}
        hasEvenColumns
        columns={[
          { key: "name", head: "Name" },
          { key: "datatype", head: "Data type" },
          { key: "shape", head: "Shape" },
        ]}
        rows={tensors.map(({ name, datatype, shape }) => ({
          key: name,
          cells: [
            name,
            datatype,
            <span key="shape" data-hint="−1 is a variable size." className="font-mono">
              [{shape.join(", ")}]
            </span>,
          ],
        }))}
      />
    </Card>
  );
}

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
function Failures({ serverId, model }: { serverId: string; model: string }) {
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
