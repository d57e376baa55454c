import type { Replica, Workload } from "../../main/contract/index.ts";
import { formatMoment } from "../format/time.ts";
import { Badge, Dot } from "../ui/badge.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { useNow } from "../ui/use-now.ts";
import { ageWords, replicaTone } from "./words.ts";

/** A workload's pods: whether they serve, and what became of them. */
export function Replicas({ workload: { name, replicas } }: { workload: Workload }) {
  const now = useNow(10_000);
  return (
    <DataTable
      caption={`Replicas of ${name}`}
      columns={[
        { key: "pod", head: "Replica" },
        { key: "ready", head: "State" },
        { key: "services", head: "Gets requests from" },
        { key: "restarts", head: "Restarts", numeric: true },
        { key: "end", head: "Ended last by" },
        { key: "node", head: "Node" },
        { key: "age", head: "Age", numeric: true },
      ]}
      rows={replicas.map((replica) => ({ key: replica.pod, cells: cellsOf(replica, now) }))}
    />
  );
}

function cellsOf(replica: Replica, now: number) {
  const { pod, phase, ready, reason, services, restarts, lastEnd, node, createdAt } = replica;
  return [
    <span key="pod" className="font-mono text-xs wrap-anywhere">
      {pod}
    </span>,
    <div key="ready">
      <span className="flex items-center gap-2 whitespace-nowrap">
        <Dot tone={replicaTone(replica)} />
        {ready ? "Ready" : phase === "Running" ? "Not ready" : phase}
      </span>
      {reason && <div className="max-w-96 text-muted text-xs wrap-anywhere">{reason}</div>}
    </div>,
    services.length === 0 ? (
      <span key="services" className="text-muted">
        no Service
      </span>
    ) : (
      <span key="services" className="flex flex-wrap gap-1">
        {services.map((service) => (
          <Badge
            key={service.name}
            tone={service.ready ? "neutral" : "warn"}
            hint={service.ready ? undefined : "Not ready: it is sent no requests"}
          >
            {service.name}
          </Badge>
        ))}
      </span>
    ),
    restarts,
    lastEnd === null ? (
      "—"
    ) : (
      <div key="end">
        <Badge tone={lastEnd.reason === "Completed" ? "neutral" : "bad"}>{lastEnd.reason}</Badge>
        {lastEnd.at !== null && (
          <div className="whitespace-nowrap text-muted text-xs">
            {formatMoment(lastEnd.at, now)}
          </div>
        )}
      </div>
    ),
    node || "—",
    ageWords(createdAt, now),
  ];
}
