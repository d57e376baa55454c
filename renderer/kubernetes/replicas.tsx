import { ScrollText } from "lucide-react";
import { useState } from "react";
import type { KnownContext, Replica, Workload } from "../../main/contract/index.ts";
import { formatMoment } from "../format/time.ts";
import { Badge, Dot } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { useNow } from "../ui/use-now.ts";
import { LogDialog } from "./logs/log-dialog.tsx";
import { formatAge, replicaTone } from "./kubernetes-text.ts";

interface ReplicasProps {
  readonly workload: Workload;
  readonly context: KnownContext;
}

/** A workload's pods: readiness, restarts and logs. */
export function Replicas({ workload: { name, namespace, replicas }, context }: ReplicasProps) {
  const now = useNow(10_000);
  const [read, setRead] = useState<Replica | null>(null);
  // A pod that was deleted in the meantime stays as it was.
  const shown = read && (replicas.find(({ pod }) => pod === read.pod) ?? read);
  return (
    <>
      <DataTable
        caption={`Replicas of ${name}`}
        columns={[
          { key: "pod", head: "Replica" },
          { key: "ready", head: "State" },
          { key: "services", head: "Gets requests from" },
          { key: "restarts", head: "Restarts", numeric: true },
          { key: "end", head: "Last termination" },
          { key: "node", head: "Node" },
          { key: "age", head: "Age", numeric: true },
          { key: "logs", head: <span className="sr-only">Logs</span>, numeric: true },
        ]}
        rows={replicas.map((replica) => ({
          key: replica.pod,
          cells: [
            ...makeCells(replica, now),
            <Button
              key="logs"
              look="quiet"
              aria-label={`Logs of ${replica.pod}`}
              onClick={() => setRead(replica)}
            >
              <ScrollText aria-hidden="true" />
              Logs
            </Button>,
          ],
        }))}
      />
      {shown && (
        <LogDialog
          contextId={context.id}
          namespace={namespace}
          replica={shown}
          onClose={() => setRead(null)}
        />
      )}
    </>
  );
}

function makeCells(replica: Replica, now: number) {
  const { pod, phase, ready, reason, services, restarts, lastEnd, node, createdAt } = replica;
  return [
    <span key="pod" className="block min-w-36 font-mono text-xs wrap-anywhere">
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
            hint={service.ready ? undefined : "Not ready: gets no requests"}
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
    formatAge(createdAt, now),
  ];
}
