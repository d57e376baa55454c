import type { StepMachine } from "../../main/contract/index.ts";

type Gpu = StepMachine["gpus"][number];

const short = (value: number) => String(Number(value.toPrecision(6)));

/** The server's metrics, those of GPUs in perf_analyzer's words; nothing where none were read. */
export function metricsLines(machine: StepMachine | null): string[] {
  if (!machine) return [];
  const { cpuMean, memoryMaxBytes, pendingMean, cacheEvictions, failures, gpus } = machine;
  const line = (name: string, value: number | null, unit: string) =>
    value === null ? [] : [`    ${name}: ${short(value)}${unit}`];
  const perGpu = (name: string, valueOf: (gpu: Gpu) => string | null) => {
    const lines = gpus.flatMap((gpu) => {
      const value = valueOf(gpu);
      return value === null ? [] : [`      ${gpu.uuid} : ${value}`];
    });
    return lines.length === 0 ? [] : [`    ${name}:`, ...lines];
  };
  const row = (value: number | null, text: (value: number) => string) =>
    value === null ? null : text(value);
  return [
    "  Server Prometheus Metrics:",
    ...perGpu("Avg GPU Utilization", (gpu) =>
      row(gpu.utilizationMean, (value) => `${short(value * 100)}%`),
    ),
    ...perGpu("Avg GPU Power Usage", (gpu) =>
      row(gpu.powerMeanWatts, (value) => `${short(value)} watts`),
    ),
    ...perGpu("Max GPU Memory Usage", (gpu) =>
      row(gpu.memoryMaxBytes, (value) => `${value} bytes`),
    ),
    ...perGpu("Total GPU Memory", (gpu) => row(gpu.memoryTotalBytes, (value) => `${value} bytes`)),
    ...perGpu("GPU Energy", (gpu) => row(gpu.energyJoules, (value) => `${short(value)} joules`)),
    ...line("Avg CPU Utilization", cpuMean === null ? null : cpuMean * 100, "%"),
    ...(memoryMaxBytes === null ? [] : [`    Max Memory Usage: ${memoryMaxBytes} bytes`]),
    ...line("Avg pending requests", pendingMean, ""),
    ...line("Cache evictions", cacheEvictions, ""),
    ...failures.map(({ reason, count }) => `    Failed request count: ${count} (${reason})`),
  ];
}
