import type { Exported } from "../json.ts";
import { figure, share } from "./figures.ts";
import type { Html } from "./html.ts";
import { nameOfStep, table } from "./tables.ts";

const MIB = 1024 * 1024;
const mebibytes = (bytes: number | null) => figure(bytes === null ? null : bytes / MIB);

export function machineTable(experiment: Exported): Html | null {
  const rows = experiment.steps.flatMap((step) => {
    const { machine } = step;
    if (!machine) return [];
    return [
      [
        nameOfStep(experiment, step),
        share(machine.cpuMean),
        mebibytes(machine.memoryMaxBytes),
        figure(machine.pendingMean),
        figure(machine.cacheEvictions),
        machine.failures.map(({ reason, count }) => `${reason} ${count}`).join(", ") || "–",
        machine.samples,
      ],
    ];
  });
  if (rows.length === 0) return null;
  return table(
    "The server's metrics over the measured span",
    [
      "Load",
      "CPU, mean",
      "Memory at most, MiB",
      "Pending, mean",
      "Cache evictions",
      "Failures",
      "Readings",
    ],
    rows,
  );
}

export function gpuTable(experiment: Exported): Html | null {
  const rows = experiment.steps.flatMap((step) =>
    (step.machine?.gpus ?? []).map((gpu) => [
      nameOfStep(experiment, step),
      gpu.uuid,
      share(gpu.utilizationMean),
      mebibytes(gpu.memoryMaxBytes),
      mebibytes(gpu.memoryTotalBytes),
      figure(gpu.powerMeanWatts),
      figure(gpu.energyJoules),
    ]),
  );
  if (rows.length === 0) return null;
  return table(
    "GPUs over the measured span",
    [
      "Load",
      "GPU",
      "Utilization, mean",
      "Memory at most, MiB",
      "Memory, MiB",
      "Power, mean, W",
      "Energy, J",
    ],
    rows,
  );
}
