import { useState } from "react";
import type { TorchserveManaged, TorchserveVersion } from "../../main/contract/index.ts";
import { formatBytes } from "../format/numbers.ts";
import { formatMoment } from "../format/time.ts";
import { Badge, Dot } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { useNow } from "../ui/use-now.ts";
import type { ModelOfServer } from "./dialog-props.ts";
import { ScaleDialog } from "./scale-dialog.tsx";
import { mustStay, readyWorkers } from "./scaling.ts";
import { DefaultDialog, UnregisterDialog } from "./version-dialogs.tsx";

interface VersionProps {
  readonly of: ModelOfServer;
  readonly version: TorchserveVersion;
  readonly all: readonly TorchserveVersion[];
  readonly onDone: (managed: TorchserveManaged) => void;
}

type Dialog = "scale" | "default" | "unregister";

export function Version({ of, version, all, onDone }: VersionProps) {
  const [open, setOpen] = useState<Dialog | null>(null);
  const stays = mustStay(version, all);
  const dialog = { of, version: version.version, onDone, onClose: () => setOpen(null) };
  return (
    <section
      aria-label={`Version ${version.version} of ${of.model}`}
      className="flex flex-col gap-2 border-line border-b px-4 py-3 last:border-b-0"
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-semibold">Version {version.version}</h3>
        {version.isDefault && <Badge hint="Requests that name no version go to it.">default</Badge>}
        <span className="ml-auto flex flex-wrap gap-2">
          <Button onClick={() => setOpen("scale")}>Scale…</Button>
          {!version.isDefault && <Button onClick={() => setOpen("default")}>Make default…</Button>}
          <Button
            look="danger"
            disabled={stays !== null}
            data-hint={stays ?? undefined}
            onClick={() => setOpen("unregister")}
          >
            Unregister…
          </Button>
        </span>
      </header>
      <p className="wrap-anywhere text-muted">{describeVersion(version)}</p>
      {version.workers.length > 0 && <WorkerTable of={of} version={version} />}
      {version.workers.length === 0 && (
        <p className="text-muted">It has no workers: requests to it are rejected.</p>
      )}
      {open === "scale" && <ScaleDialog {...dialog} now={version} />}
      {open === "default" && <DefaultDialog {...dialog} />}
      {open === "unregister" && <UnregisterDialog {...dialog} last={all.length === 1} />}
    </section>
  );
}

function describeVersion(version: TorchserveVersion): string {
  const { minWorkers, maxWorkers, batchSize, maxBatchDelayMs, queue, archive } = version;
  const wanted = minWorkers === maxWorkers ? `${minWorkers}` : `${minWorkers} to ${maxWorkers}`;
  return [
    `${readyWorkers(version)} of ${wanted} workers ready`,
    `batches of up to ${batchSize}, after ${maxBatchDelayMs} ms at the latest`,
    ...(queue ? [`${queue.pending} waiting, room for ${queue.room}`] : []),
    ...(archive ? [archive] : []),
  ].join(" · ");
}

function WorkerTable({ of, version }: Pick<VersionProps, "of" | "version">) {
  const now = useNow(60_000);
  return (
    <DataTable
      caption={`Workers of ${of.model}, version ${version.version}`}
      columns={[
        { key: "worker", head: "Worker" },
        { key: "state", head: "State" },
        { key: "device", head: "Device" },
        { key: "memory", head: "Memory", numeric: true },
        { key: "since", head: "Started", numeric: true },
        { key: "pid", head: "Process", numeric: true },
      ]}
      rows={version.workers.map(({ id, status, gpu, memoryBytes, startedAt, pid }) => ({
        key: id,
        cells: [
          id,
          <span key="state" className="flex items-center gap-2">
            <Dot tone={status === "READY" ? "good" : "accent"} pulse={status !== "READY"} />
            {status === "READY" ? "Ready" : "Not ready"}
          </span>,
          gpu ? "GPU" : "CPU",
          memoryBytes > 0 ? formatBytes(memoryBytes) : "–",
          startedAt === null ? "–" : formatMoment(startedAt, now),
          pid ?? "–",
        ],
      }))}
    />
  );
}
