import type { ClusterView, InferencePool, KnownContext } from "../../main/contract/index.ts";
import { Dot } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { OpenAsFleet } from "./open-as-fleet.tsx";

interface InferencePoolsProps {
  readonly view: ClusterView;
  readonly context: KnownContext;
}

/** Pools of the Gateway API Inference Extension, each with its pods and its endpoint picker. */
export function InferencePools({ view, context }: InferencePoolsProps) {
  return (
    <Card title="Inference pools">
      <DataTable
        caption="Inference pools"
        columns={[
          { key: "name", head: "Name" },
          { key: "pods", head: "Pods" },
          { key: "picker", head: "Endpoint picker" },
          { key: "gateways", head: "Gateways" },
          { key: "objectives", head: "Objectives" },
          { key: "fleet", head: <span className="sr-only">Fleet</span>, numeric: true },
        ]}
        rows={view.inferencePools.map((pool) => ({
          key: `${pool.namespace}/${pool.name}`,
          cells: [
            `${pool.namespace}/${pool.name}`,
            <Pods key="pods" pool={pool} />,
            <Picker key="picker" pool={pool} />,
            <Gateways key="gateways" pool={pool} />,
            <Objectives key="objectives" pool={pool} />,
            // A pool of servers that aren't recognised has OpenAI's API at least.
            <OpenAsFleet
              key="fleet"
              source={{ ...pool, kind: pool.kind ?? "openai" }}
              context={context}
            />,
          ],
        }))}
      />
    </Card>
  );
}

function Pods({ pool: { pods, ports, selector } }: { pool: InferencePool }) {
  const ready = pods.filter((each) => each.ready).length;
  const at = ports.length === 0 ? "" : `, port ${ports.join(", ")}`;
  return (
    <div>
      <span className="flex items-center gap-2">
        <Dot tone={ready === 0 ? "bad" : ready < pods.length ? "warn" : "good"} />
        {pods.length === 0 ? "No pods" : `${ready} of ${pods.length} ready`}
        {at}
      </span>
      <div className="text-muted text-xs wrap-anywhere">
        {pods.length === 0
          ? `Selects ${selector || "no labels"}`
          : pods.map(describePod).join(", ")}
      </div>
    </div>
  );
}

/** "llama-0 (prefill, not ready)" */
function describePod({ name, ready, role }: InferencePool["pods"][number]): string {
  const facts = [role, ready ? "" : "not ready"].filter(Boolean);
  return facts.length === 0 ? name : `${name} (${facts.join(", ")})`;
}

function Picker({ pool: { picker } }: { pool: InferencePool }) {
  const { service, port, failureMode, workload, ready, replicas } = picker;
  return (
    <div>
      <span className="flex items-center gap-2">
        <Dot tone={ready === 0 ? "bad" : ready < replicas ? "warn" : "good"} />
        {workload === null
          ? `No pods behind the Service ${service || "(none named)"}`
          : `${workload}, ${ready} of ${replicas} ready`}
      </span>
      <div className="text-muted text-xs">
        {service && `${service}:${port}. `}
        {failureMode === "FailOpen"
          ? "If it fails, requests go to any pod (FailOpen)."
          : "If it fails, requests are dropped (FailClose)."}
      </div>
    </div>
  );
}

function Gateways({ pool: { gateways } }: { pool: InferencePool }) {
  if (gateways.length === 0) return "None";
  return (
    <ul>
      {gateways.map(({ name, accepted, reason }) => (
        <li key={name}>
          {name}: {accepted === null ? "pending" : accepted ? "accepted" : "not accepted"}
          {reason !== "" && <div className="text-muted text-xs wrap-anywhere">{reason}</div>}
        </li>
      ))}
    </ul>
  );
}

/** Priorities of the requests that name an objective, and how critical those for a model are. */
function Objectives({ pool: { objectives, models } }: { pool: InferencePool }) {
  if (objectives.length + models.length === 0) return "None";
  return (
    <ul>
      {objectives.map(({ name, priority }) => (
        <li key={name}>
          {name}: priority {priority}
        </li>
      ))}
      {models.map(({ name, criticality }) => (
        <li key={`model ${name}`}>
          Model {name}: {criticality || "criticality not set"}
        </li>
      ))}
    </ul>
  );
}
