import { figure, type Html, percent, table } from "../../../reports/index.ts";
import type { Exported } from "../json.ts";
import { nameOfStep } from "./step-cells.ts";

const MIB = 1024 * 1024;
const mebibytes = (bytes: number | null) => figure(bytes === null ? null : bytes / MIB);

export function machineTable(experiment: Exported): Html | null {
  const rows = experiment.steps.flatMap((step) => {
    const { machine } = step;
    if (!machine) return [];
    return [
      [
        nameOfStep(experiment, step),
        percent(machine.cpuMean),
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
      "Step",
      "Mean CPU",
      "Peak memory (MiB)",
      "Mean queue depth",
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
      percent(gpu.utilizationMean),
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
      "Step",
      "GPU",
      "Mean utilization",
      "Peak memory (MiB)",
      "Memory (MiB)",
      "Mean power (W)",
      "Energy (J)",
    ],
    rows,
  );
}
