import { useState } from "react";
import type { Autoscaler, KnownContext, Workload } from "../../main/contract/index.ts";
import { KindIcon, kindLooks } from "../host/kinds.tsx";
import { formatMoment } from "../format/time.ts";
import { count } from "../format/text.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { Fold } from "../ui/fold.tsx";
import { useNow } from "../ui/use-now.ts";
import { JobDialog } from "./jobs/job-dialog.tsx";
import { OpenAsFleet } from "./open-as-fleet.tsx";
import { Replicas } from "./replicas.tsx";
import { describeReadiness, describeScaling } from "./kubernetes-text.ts";

interface WorkloadCardProps {
  readonly workload: Workload;
  readonly context: KnownContext;
}

/** A workload that serves models: replicas, autoscaler and events. */
export function WorkloadCard({ workload, context }: WorkloadCardProps) {
  const [measuring, setMeasuring] = useState(false);
  const { tone, words } = describeReadiness(workload);
  const { name, kind, owner, namespace, addresses, autoscaler } = workload;
  const measurable = addresses.length > 0 && MEASURED.has(kind);
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <KindIcon kind={kind} />
          <span className="wrap-anywhere">{name}</span>
          <span className="font-normal text-muted text-sm">
            {kindLooks[kind].name} · {owner} in {namespace}
          </span>
          <Badge tone={tone}>{words}</Badge>
        </span>
      }
      aside={
        <div className="flex flex-wrap gap-2">
          {measurable && (
            <Button onClick={() => setMeasuring(true)} aria-label={`Run lab as Job: ${name}`}>
              Run lab as Job
            </Button>
          )}
          <OpenAsFleet source={workload} context={context} look="primary" />
        </div>
      }
    >
      <Replicas workload={workload} context={context} />
      <div className="flex flex-col gap-3 border-line border-t px-4 py-3">
        {autoscaler && <AutoscalerView autoscaler={autoscaler} />}
        <Details workload={workload} />
        {workload.events.length > 0 && <Events workload={workload} />}
      </div>
      {measuring && (
        <JobDialog workload={workload} context={context} onClose={() => setMeasuring(false)} />
      )}
    </Card>
  );
}

/** Kinds whose protocol `measure` supports. */
const MEASURED: ReadonlySet<Workload["kind"]> = new Set([
  "triton",
  "openInference",
  "mlserver",
  "openvino",
]);

function Details({ workload }: { workload: Workload }) {
  const { evidence, images, probes, addresses, service } = workload;
  const rows: [string, readonly string[]][] = [
    ["Recognised by", evidence],
    ["Image", images],
    ["Probes", probes.map((each) => `${each.name}: ${each.words}`)],
    ["Inside the cluster", addresses.map(formatAddresses)],
    ...(service ? [[service.kind, [service.name]] satisfies [string, string[]]] : []),
  ];
  return (
    <Fold title="How it was detected and is reached" summary={evidence[0] ?? ""}>
      <dl className="grid grid-cols-[10rem_1fr] gap-x-4 gap-y-1">
        {rows
          .filter(([, words]) => words.length > 0)
          .map(([label, words]) => (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd className="wrap-anywhere">
                {words.map((each) => (
                  <div key={each}>{each}</div>
                ))}
              </dd>
            </div>
          ))}
      </dl>
    </Fold>
  );
}

function formatAddresses({ service, http, grpc, metrics }: Workload["addresses"][number]): string {
  const parts = [http && `HTTP ${http}`, grpc && `gRPC ${grpc}`, metrics && `metrics ${metrics}`];
  return `Service ${service}: ${parts.filter(Boolean).join(", ")}`;
}

function Events({ workload: { name, events } }: { workload: Workload }) {
  const now = useNow(10_000);
  const warnings = events.filter((each) => each.isWarning).length;
  return (
    <Fold
      title="Events"
      summary={`${count(events.length, "event")}${warnings > 0 ? `, ${count(warnings, "warning")}` : ""}`}
    >
      <DataTable
        caption={`Events of ${name}`}
        columns={[
          { key: "at", head: "Last seen" },
          { key: "object", head: "About" },
          { key: "reason", head: "Reason" },
          { key: "message", head: "Message" },
          { key: "count", head: "Times", numeric: true },
        ]}
        rows={events.map((event, index) => ({
          key: index,
          cells: [
            <span key="at" className="whitespace-nowrap">
              {event.at === null ? "—" : formatMoment(event.at, now)}
            </span>,
            event.object,
            <Badge key="reason" tone={event.isWarning ? "warn" : "neutral"}>
              {event.reason}
            </Badge>,
            event.message,
            event.count,
          ],
        }))}
      />
    </Fold>
  );
}

/** State, metrics and conditions of an autoscaler. */
function AutoscalerView({ autoscaler }: { autoscaler: Autoscaler }) {
  const { name, current, desired, least, most, metrics, words, conditions } = autoscaler;
  const isBad = conditions.some(({ type, met }) => type !== "ScalingLimited" && !met);
  return (
    <section aria-label={`Autoscaler ${name}`} className="flex flex-col gap-1">
      <h3 className="flex flex-wrap items-center gap-2 font-medium">
        Autoscaler
        <Badge tone={isBad ? "bad" : current === desired ? "good" : "accent"}>
          {describeScaling(autoscaler)}
        </Badge>
        <span className="font-normal text-muted">
          from {least} to {most}
        </span>
      </h3>
      <p>{words}</p>
      <ul className="flex flex-wrap gap-x-6 gap-y-1">
        {metrics.map((metric) => (
          <li key={metric.name}>
            <span className="font-mono text-xs">{metric.name}</span>{" "}
            <span className="text-muted">now</span> {metric.current}{" "}
            <span className="text-muted">target</span> {metric.target}
          </li>
        ))}
      </ul>
    </section>
  );
}
