import type { GpuReading } from "../../contract/index.ts";
import { type MetricSample, type MetricsText, readMetricsText } from "./metrics-text.ts";

/** What the metrics of a Triton-like server report beyond its statistics. */
export interface MetricsReading {
  /** 0..1 of all cores; null if not reported, as are the others. */
  readonly cpuUtilization: number | null;
  readonly memoryUsedBytes: number | null;
  readonly memoryTotalBytes: number | null;
  readonly gpus: readonly GpuReading[];
  /** Requests waiting, by model. */
  readonly pending: ReadonlyMap<string, number>;
  /** Failed requests since the counters started, by model and then by reason. */
  readonly failures: ReadonlyMap<string, Readonly<Record<string, number>>>;
  /** Whether latency summaries with quantiles are exported for any model. */
  readonly summaries: boolean;
  /** The server's response cache; null if it has none or does not report it. */
  readonly cache: { readonly misses: number; readonly evictions: number } | null;
}

const GPU_FIELDS: Readonly<Record<string, Exclude<keyof GpuReading, "uuid">>> = {
  nv_gpu_utilization: "utilization",
  nv_gpu_memory_used_bytes: "memoryUsedBytes",
  nv_gpu_memory_total_bytes: "memoryTotalBytes",
  nv_gpu_power_usage: "powerWatts",
  nv_gpu_power_limit: "powerLimitWatts",
  nv_energy_consumption: "energyJoules",
};

const PENDING = "nv_inference_pending_request_count";
const FAILURE = "nv_inference_request_failure";
const MACHINE = ["nv_cpu_utilization", "nv_cpu_memory_used_bytes", "nv_cpu_memory_total_bytes"];
const CACHE = ["nv_cache_num_misses", "nv_cache_num_evictions"];
const SUMMARY = /^nv_inference_\w+_summary_us/;

const wanted = new Set([PENDING, FAILURE, ...MACHINE, ...CACHE, ...Object.keys(GPU_FIELDS)]);

/** `text`: an exposition as Triton writes it; missing families are reported as such. */
export async function readMetrics(text: string): Promise<MetricsReading> {
  return metricsReading(await readMetricsText(text, isWanted));
}

const isWanted = (name: string) => wanted.has(name) || SUMMARY.test(name);

/** Like {@link readMetrics}, of a parsed exposition. */
export function metricsReading(text: Pick<MetricsText, "samples">): MetricsReading {
  const samples = [...text.samples].flatMap(([name, own]) => (isWanted(name) ? own : []));
  const gauge = (name: string) => known(samples.find((each) => each.name === name)?.value);
  const misses = gauge("nv_cache_num_misses");
  const evictions = gauge("nv_cache_num_evictions");
  return {
    cpuUtilization: gauge("nv_cpu_utilization"),
    memoryUsedBytes: gauge("nv_cpu_memory_used_bytes"),
    memoryTotalBytes: gauge("nv_cpu_memory_total_bytes"),
    gpus: readGpus(samples),
    pending: sumByModel(samples.filter(({ name }) => name === PENDING)),
    failures: countFailures(samples.filter(({ name }) => name === FAILURE)),
    summaries: samples.some(({ name }) => SUMMARY.test(name)),
    cache: misses === null || evictions === null ? null : { misses, evictions },
  };
}

/** Values that a device can't report are exported as NaN, or not at all. */
function known(value: number | undefined): number | null {
  return value === undefined || !Number.isFinite(value) ? null : value;
}

function readGpus(samples: readonly MetricSample[]): GpuReading[] {
  const gpus = new Map<string, GpuReading>();
  for (const { name, labels, value } of samples) {
    const field = GPU_FIELDS[name];
    const uuid = labels.gpu_uuid;
    if (field === undefined || uuid === undefined) continue;
    gpus.set(uuid, { ...(gpus.get(uuid) ?? silentGpu(uuid)), [field]: known(value) });
  }
  return [...gpus.values()];
}

function silentGpu(uuid: string): GpuReading {
  return {
    uuid,
    utilization: null,
    memoryUsedBytes: null,
    memoryTotalBytes: null,
    powerWatts: null,
    powerLimitWatts: null,
    energyJoules: null,
  };
}

function sumByModel(samples: readonly MetricSample[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { labels, value } of samples) {
    const model = labels.model ?? "";
    if (known(value) === null) continue;
    sums.set(model, (sums.get(model) ?? 0) + value);
  }
  return sums;
}

function countFailures(samples: readonly MetricSample[]): Map<string, Record<string, number>> {
  const byModel = new Map<string, Record<string, number>>();
  for (const { labels, value } of samples) {
    const model = labels.model ?? "";
    if (known(value) === null) continue;
    const reason = labels.reason ?? "OTHER";
    const reasons = byModel.get(model) ?? {};
    reasons[reason] = (reasons[reason] ?? 0) + value;
    byModel.set(model, reasons);
  }
  return byModel;
}
