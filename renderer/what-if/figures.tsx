import type { WhatIfBand, WhatIfPrediction } from "../../main/contract/index.ts";
import type { ModelFigures } from "../figures/observed-figures.ts";
import { formatCount, formatDuration, formatPercent, NONE } from "../format/numbers.ts";
import { DataTable } from "../ui/data-table.tsx";
import { describeChange, formatRange, meanBatch, orNone } from "./what-if-text.ts";

interface FiguresProps {
  readonly active: WhatIfPrediction;
  /** Undefined: the configuration is the active one. */
  readonly changed: WhatIfPrediction | undefined;
  /** What the server reports of the last minute; null without requests. */
  readonly measured: ModelFigures | null;
}

interface Row {
  readonly name: string;
  readonly band?: (prediction: WhatIfPrediction) => WhatIfBand | null;
  readonly value?: (prediction: WhatIfPrediction) => number | null;
  readonly format: (value: number) => string;
  readonly measured: (now: ModelFigures) => number | null;
}

const rows: readonly Row[] = [
  {
    name: "Throughput",
    band: ({ throughput }) => throughput,
    format: (value) => `${formatCount(value)}/s`,
    measured: (now) => now("requestsPerSecond"),
  },
  {
    name: "p50 latency",
    band: ({ p50Ms }) => p50Ms,
    format: formatDuration,
    measured: (now) => now("latencyP50Ms"),
  },
  {
    name: "p99 latency",
    band: ({ p99Ms }) => p99Ms,
    format: formatDuration,
    measured: (now) => now("latencyP99Ms"),
  },
  {
    name: "Mean time in queue",
    value: ({ queueMs }) => queueMs,
    format: formatDuration,
    measured: (now) => now("queueMs"),
  },
  {
    name: "Mean queue depth",
    value: ({ overloaded, queueDepth }) => (overloaded ? null : queueDepth),
    format: formatCount,
    // Little's law: the newest depth is no mean.
    measured: (now) => {
      const [rate, queueMs] = [now("requestsPerSecond"), now("queueMs")];
      return rate === null || queueMs === null ? null : (rate * queueMs) / 1000;
    },
  },
  {
    name: "Mean batch size",
    value: ({ batches }) => meanBatch(batches),
    format: formatCount,
    measured: (now) => now("meanBatch"),
  },
  {
    name: "Rejected",
    value: ({ rejected }) => rejected,
    format: formatPercent,
    measured: (now) => {
      const rejected = now("queueFullPerSecond");
      return rejected === null ? null : rejected / (now("requestsPerSecond") || 1);
    },
  },
  {
    name: "Timed out in queue",
    value: ({ timedOut }) => timedOut,
    format: formatPercent,
    measured: () => null,
  },
  {
    name: "Instances busy",
    value: ({ busy }) => busy,
    format: formatPercent,
    measured: () => null,
  },
];

/** Predictions of the active and the changed configuration, next to what the server reports. */
export function Figures({ active, changed, measured }: FiguresProps) {
  return (
    <DataTable
      caption="Predicted figures"
      columns={[
        { key: "figure", head: "Figure" },
        { key: "active", head: "Active", numeric: true },
        ...(changed
          ? [
              { key: "changed", head: "Changed", numeric: true },
              { key: "change", head: "Change", numeric: true },
            ]
          : []),
        ...(measured ? [{ key: "measured", head: "Measured", numeric: true }] : []),
      ]}
      rows={rows.map((row) => ({
        key: row.name,
        cells: [
          <span key="name" className="whitespace-nowrap">
            {row.name}
          </span>,
          <Predicted key="active" row={row} prediction={active} />,
          ...(changed
            ? [
                <Predicted key="changed" row={row} prediction={changed} />,
                <span key="change">{changeText(row, active, changed)}</span>,
              ]
            : []),
          ...(measured ? [orNone(row.measured(measured), row.format)] : []),
        ],
      }))}
    />
  );
}

/** A figure with its range below it. */
function Predicted({ row, prediction }: { row: Row; prediction: WhatIfPrediction }) {
  const { band, value, format } = row;
  const ranged = band?.(prediction) ?? null;
  const number = ranged ? ranged.value : (value?.(prediction) ?? null);
  if (number === null) return <>{NONE}</>;
  return (
    <>
      <span className="font-semibold">{format(number)}</span>
      {ranged && <span className="block text-muted text-xs">{formatRange(ranged, format)}</span>}
    </>
  );
}

function changeText({ band }: Row, active: WhatIfPrediction, changed: WhatIfPrediction): string {
  const [before, after] = [band?.(active), band?.(changed)];
  if (!band) return "";
  if (!before || !after) return NONE;
  return describeChange(before, after) ?? "no clear change";
}
