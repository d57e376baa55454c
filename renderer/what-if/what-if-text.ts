import type {
  Arrivals,
  WhatIfBand,
  WhatIfCost,
  WhatIfLoad,
  WhatIfPrediction,
  BatchingSettings,
} from "../../main/contract/index.ts";
import { formatChange, formatCount, formatDuration, NONE } from "../format/numbers.ts";
import { count } from "../format/text.ts";
import type { Calibrated } from "./scenario.ts";

/** "200/s", "200/s, constant", "8 clients" */
export function formatLoad(load: WhatIfLoad): string {
  switch (load.kind) {
    case "rate":
      return `${formatCount(load.rate)}/s${formatArrivals(load.arrivals)}`;
    case "intervals": {
      const micros = load.micros.reduce((sum, gap) => sum + gap, 0);
      return `${formatCount((load.micros.length * 1e6) / micros)}/s, recorded`;
    }
    case "clients":
      return count(load.clients, "client");
  }
}

function formatArrivals(arrivals: Arrivals = { kind: "poisson" }): string {
  if (arrivals.kind === "poisson") return "";
  return arrivals.kind === "constant" ? ", constant" : `, gamma ${arrivals.burstiness}`;
}

/** "2.10–3.40 ms": the range of a figure. */
export function formatRange({ low, high }: WhatIfBand, format: (value: number) => string): string {
  if (high === null) return `from ${format(low)}, no upper limit`;
  const [from, to] = [format(low), format(high)];
  return from === to ? from : `${from} to ${to}`;
}

/** Describes a figure's change; null if the ranges overlap. */
export function describeChange(before: WhatIfBand, after: WhatIfBand): string | null {
  const apart =
    (before.high !== null && after.low > before.high) ||
    (after.high !== null && after.high < before.low);
  return apart && before.value > 0 ? formatChange(after.value / before.value - 1) : null;
}

export function meanBatch(batches: WhatIfPrediction["batches"]): number | null {
  const executions = batches.reduce((sum, [, each]) => sum + each, 0);
  const items = batches.reduce((sum, [size, each]) => sum + size * each, 0);
  return executions > 0 ? items / executions : null;
}

/** Smaller shares of batches are ignored. */
const RARE = 0.01;

/** Sentences about predicted batches and instances beyond the measured ones. */
export function describeExtrapolation(
  basis: Calibrated,
  settings: BatchingSettings,
  batches: WhatIfPrediction["batches"],
): string[] {
  const sentences: string[] = [];
  const sizes = basis.cost.times.map(({ size }) => size);
  const smallest = Math.min(...sizes);
  const largest = Math.max(...sizes);
  const total = batches.reduce((sum, [, each]) => sum + each, 0);
  const share = (beyond: (size: number) => boolean) =>
    batches.reduce((sum, [size, each]) => sum + (beyond(size) ? each : 0), 0) / Math.max(1, total);
  if (share((size) => size > largest) > RARE) {
    const most = Math.max(...batches.map(([size]) => size));
    sentences.push(`Batches of up to ${most} items form; none above ${largest} was measured.`);
  }
  if (share((size) => size < smallest) > RARE) {
    const least = Math.min(...batches.map(([size]) => size));
    sentences.push(`Batches of ${count(least, "item")} form; none below ${smallest} was measured.`);
  }
  if (!basis.measuredInstances.includes(settings.instances)) {
    const [last = 1] = basis.measuredInstances.slice(-1);
    const measured = [...basis.measuredInstances.slice(0, -1), count(last, "instance")].join(", ");
    sentences.push(`Measured with ${measured}, not ${settings.instances}.`);
  }
  return sentences;
}

/** What the instances of a Python model are, and what a batch's time is spent on. */
export function describeProcesses(
  { inputNs, executeNs, outputNs }: NonNullable<Calibrated["processes"]>,
  cores: number | undefined,
): string {
  const total = inputNs + executeNs + outputNs;
  const share = (ns: number) => `${Math.round((100 * ns) / Math.max(1, total))} %`;
  const machine = cores === undefined ? "" : `, and share ${count(cores, "core")}`;
  return `Instances are Python processes: each has its own interpreter, so they run side by side${machine}. A batch takes ${formatDuration(total / 1e6)}: inputs ${share(inputNs)}, execute ${share(executeNs)}, outputs ${share(outputNs)}.`;
}

/** Why a configuration has no latency at this load; null if it has one. */
export function describeOverload(
  { overloaded, throughput }: WhatIfPrediction,
  load: WhatIfLoad,
  name: string,
): string | null {
  if (!overloaded) return null;
  return `${name} is overloaded at ${formatLoad(load)}: it serves about ${formatCount(throughput.value)}/s, so the queue and the latency grow without limit.`;
}

export const orNone = <T>(value: T | null, format: (value: T) => string): string =>
  value === null ? NONE : format(value);

/** "45 µs per request, one at a time, and 20 µs per turn of its event loop" */
export function describeFrontEnd({ serialNs = 0, turnNs = 0 }: WhatIfCost): string {
  const parts = [
    serialNs > 0 && `${formatDuration(serialNs / 1e6)} per request, one at a time`,
    turnNs > 0 && `${formatDuration(turnNs / 1e6)} per turn of its event loop`,
  ];
  return parts.filter(Boolean).join(", and ");
}
