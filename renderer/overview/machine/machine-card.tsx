import type { GpuReading, MachineFrame } from "../../../main/contract/index.ts";
import { Sparkline } from "../../charts/sparkline.tsx";
import { formatBytes, formatCount, formatPercent, NONE } from "../../format/numbers.ts";
import { useTopic } from "../../host/topics.ts";
import { Card } from "../../ui/card.tsx";
import { cx } from "../../ui/classes.ts";

/** The server's machine: cores, memory, GPUs, and the instances on them. */
export function MachineCard({ serverId }: { serverId: string }) {
  const frame = useTopic("advisor.machine", { serverId });
  return frame && <MachineView frame={frame} />;
}

export function MachineView({ frame }: { frame: MachineFrame }) {
  return (
    <Card
      title="Machine"
      aside={<span className="text-muted text-xs">{describeSource(frame)}</span>}
    >
      <div className="grid gap-x-8 gap-y-4 px-4 py-3 lg:grid-cols-2 2xl:grid-cols-3">
        <Host frame={frame} />
        {frame.gpus.map((gpu, at) => (
          <Gpu
            key={gpu.uuid}
            gpu={gpu}
            trail={frame.trail.map(({ t, gpus }) => [t, gpus[at] ?? 0])}
          />
        ))}
        <Devices devices={frame.devices} />
      </div>
      {frame.problem === null && frame.gpus.length === 0 && (
        <p className="border-line border-t px-4 py-2 text-muted">
          This server reports no GPUs: its metrics have no nv_gpu figures. A Triton with GPUs shows
          here what each one uses of its time, memory and power.
        </p>
      )}
      {frame.problem !== null && (
        <p className="border-line border-t px-4 py-2 text-muted">{frame.problem}</p>
      )}
    </Card>
  );
}

function describeSource({ problem }: MachineFrame): string {
  return problem === null ? "Exact: from the server's metrics, once a second" : "No current data";
}

const toShare = (used: number | null, total: number | null) =>
  used === null || !total ? null : used / total;

function Host({ frame }: { frame: MachineFrame }) {
  const { cpuUtilization, memoryUsedBytes, memoryTotalBytes, trail } = frame;
  return (
    <section aria-label="Processor and memory" className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-medium">Processor and memory</h3>
        <Sparkline
          top={1}
          points={trail.map(({ t, cpu }): [number, number] => [t, cpu ?? 0])}
          label={`CPU utilization in the last minutes, now ${formatPercent(cpuUtilization)}`}
        />
      </div>
      <Meter label="All cores" share={cpuUtilization} text={formatPercent(cpuUtilization)} />
      <Meter
        label="Memory"
        share={toShare(memoryUsedBytes, memoryTotalBytes)}
        text={`${formatBytes(memoryUsedBytes)} of ${formatBytes(memoryTotalBytes)}`}
      />
    </section>
  );
}

function Gpu({ gpu, trail }: { gpu: GpuReading; trail: [number, number][] }) {
  const { uuid, utilization, memoryUsedBytes, memoryTotalBytes } = gpu;
  const { powerWatts, powerLimitWatts, energyJoules } = gpu;
  const watts = (value: number | null) => (value === null ? NONE : `${formatCount(value)} W`);
  return (
    <section aria-label={`GPU ${uuid}`} className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <h3 className="min-w-0 truncate font-medium" data-hint={uuid}>
          {uuid}
        </h3>
        <Sparkline
          top={1}
          points={trail}
          label={`Utilization of ${uuid} in the last minutes, now ${formatPercent(utilization)}`}
        />
      </div>
      <Meter label="Use" share={utilization} text={formatPercent(utilization)} />
      <Meter
        label="Memory"
        share={toShare(memoryUsedBytes, memoryTotalBytes)}
        text={`${formatBytes(memoryUsedBytes)} of ${formatBytes(memoryTotalBytes)}`}
      />
      <Meter
        label="Power"
        share={toShare(powerWatts, powerLimitWatts)}
        text={`${watts(powerWatts)} of ${watts(powerLimitWatts)}`}
      />
      {energyJoules !== null && (
        <p className="text-muted text-xs">
          {formatCount(energyJoules / 3_600_000)} kWh since the server started
        </p>
      )}
    </section>
  );
}

function Devices({ devices }: Pick<MachineFrame, "devices">) {
  if (devices.length === 0) return null;
  return (
    <section aria-label="Instances by device" className="flex flex-col gap-2">
      <h3 className="font-medium">Instances by device</h3>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {devices.map(({ device, models }) => (
          <div key={device} className="contents">
            <dt className="text-muted">
              {device} · {models.reduce((total, { instances }) => total + instances, 0)}
            </dt>
            <dd>{models.map(({ model, instances }) => `${model} ${instances}`).join(", ")}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** From this share on, it counts as nearly full. */
const NEARLY_FULL = 0.95;

interface MeterProps {
  readonly label: string;
  /** 0..1; null if unknown. */
  readonly share: number | null;
  readonly text: string;
}

/** A share as a bar with its figure. */
function Meter({ label, share, text }: MeterProps) {
  return (
    <div className="grid grid-cols-[5rem_minmax(0,1fr)_9rem] items-center gap-3 text-xs">
      <span className="text-muted">{label}</span>
      <span
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share === null ? 0 : Math.round(Math.min(1, share) * 100)}
        aria-valuetext={share === null ? "not known" : text}
        className="h-1.5 overflow-hidden rounded bg-sunken"
      >
        <span
          className={cx(
            "block h-full rounded",
            share !== null && share >= NEARLY_FULL ? "bg-warn" : "bg-chart-1",
          )}
          style={{ width: `${Math.min(1, share ?? 0) * 100}%` }}
        />
      </span>
      <span className="text-right font-medium">{text}</span>
    </div>
  );
}
