import type { ExperimentStep, StepMachine } from "../../contract/index.ts";
import type { Column } from "./csv-columns.ts";

type Gpu = StepMachine["gpus"][number];

/** perf_analyzer's, as it writes them: `UUID:VALUE;` for each GPU that reports the value. None where no step saw a GPU. */
export function gpuColumns(steps: readonly ExperimentStep[]): Column[] {
  if (!steps.some(({ machine }) => (machine?.gpus.length ?? 0) > 0)) return [];
  return [
    gpuColumn("Avg GPU Utilization", ({ utilizationMean }) => utilizationMean),
    gpuColumn("Avg GPU Power Usage", ({ powerMeanWatts }) => powerMeanWatts),
    gpuColumn("Max GPU Memory Usage", ({ memoryMaxBytes }) => memoryMaxBytes),
    gpuColumn("Total GPU Memory", ({ memoryTotalBytes }) => memoryTotalBytes),
  ];
}

function gpuColumn(name: string, valueOf: (gpu: Gpu) => number | null): Column {
  return [
    name,
    ({ machine }) =>
      (machine?.gpus ?? [])
        .map((gpu) => ({ uuid: gpu.uuid, value: valueOf(gpu) }))
        .filter(({ value }) => value !== null)
        .map(({ uuid, value }) => `${uuid}:${value};`)
        .join("") || null,
  ];
}
