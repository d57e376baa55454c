import type {
  CacheTelemetry,
  CustomMetricFamily,
  Engine,
  FailureReason,
  ModelStatistics,
  ModelTelemetry,
} from "../../types.ts";
import type { Family, Labels, Sample } from "./exposition.ts";
import { firstResponseSamples, latencySamples } from "./latency-buckets.ts";
import type { MachineMetrics } from "./machine.ts";

/** A loaded model version, its configuration and its statistics. */
interface Version {
  readonly labels: Labels;
  readonly statistics: ModelStatistics;
  readonly telemetry: ModelTelemetry;
}

type Read = (version: Version) => number;

const FAILURE_REASONS: readonly FailureReason[] = ["REJECTED", "CANCELED", "BACKEND", "OTHER"];

const micros = (ns: number): number => Math.floor(ns / 1000);

/** Names, help texts and types of Triton in its order; our own start with batchdeck_. */
export function metricFamilies(engine: Engine, machine: MachineMetrics | undefined): Family[] {
  const { models, cache } = engine.telemetry();
  const versions = join(engine.modelStatistics("", ""), models);
  return [
    ...inferenceFamilies(versions),
    ...cachedModelFamilies(versions.filter(({ telemetry }) => telemetry.cached)),
    ...stateFamilies(versions),
    ...(machine ? machineFamilies(machine) : []),
    ...(cache ? cacheFamilies(cache) : []),
    {
      name: "nv_inference_first_response_histogram_ms",
      help: "Duration from request to first response in milliseconds",
      type: "histogram",
      samples: versions.flatMap(({ labels, telemetry: { firstResponses } }) =>
        firstResponses ? firstResponseSamples(labels, firstResponses) : [],
      ),
    },
    {
      name: "batchdeck_model_instances",
      help: "Batchdeck's own: number of model instances by kind and what computes",
      type: "gauge",
      samples: versions.flatMap(instanceSamples),
    },
    family(
      {
        type: "counter",
        name: "batchdeck_inference_size_probe_failure",
        help: "Batchdeck's own: requests by which its console looked for sizes that run, and that failed",
      },
      versions,
      ({ telemetry }) => telemetry.failedSizeProbes ?? 0,
    ),
    {
      name: "batchdeck_inference_request_duration_us",
      help: "Batchdeck's own: distribution of the duration of successful inference requests, in microseconds (includes cached requests)",
      type: "histogram",
      samples: versions.flatMap(({ labels, statistics, telemetry }) =>
        latencySamples(labels, telemetry.latency, micros(statistics.inference_stats.success.ns)),
      ),
    },
    ...engine.customMetrics().map(customFamily),
  ];
}

/** Families that models may report themselves, by Triton's name. */
function customFamily({ name, help, kind, metrics }: CustomMetricFamily): Family {
  const samples = metrics.flatMap(({ labels, value, buckets }): Sample[] => {
    if (buckets === undefined) return [{ labels, value }];
    const count = buckets.at(-1)?.count ?? 0;
    return [
      ...buckets.map(
        ({ bound, count: upTo }): Sample => ({
          labels,
          extra: ["le", bound === Number.POSITIVE_INFINITY ? "+Inf" : String(bound)],
          value: upTo,
          suffix: "_bucket",
        }),
      ),
      { labels, value, suffix: "_sum" },
      { labels, value: count, suffix: "_count" },
    ];
  });
  return { name, help: help.replaceAll("\\", "\\\\"), type: kind, samples };
}

/** One per kind and provider of a version's instances. */
function instanceSamples({ labels, telemetry }: Version): Sample[] {
  const counts = new Map<string, { kind: string; provider: string; value: number }>();
  for (const { kind, provider } of telemetry.instances) {
    const key = `${kind} ${provider}`;
    const count = counts.get(key) ?? { kind, provider, value: 0 };
    counts.set(key, { ...count, value: count.value + 1 });
  }
  return [...counts.values()].map(({ kind, provider, value }) => ({
    labels: { ...labels, kind, provider },
    value,
  }));
}

function join(
  statistics: readonly ModelStatistics[],
  models: readonly ModelTelemetry[],
): Version[] {
  const found = new Map(statistics.map((entry) => [`${entry.version}/${entry.name}`, entry]));
  return models.flatMap((telemetry) => {
    const { name, version, metricTags } = telemetry;
    const entry = found.get(`${version}/${name}`);
    if (!entry) return [];
    const tags = Object.entries(metricTags).map(([key, value]) => [labelName(key), value]);
    const labels = { ...Object.fromEntries(tags), model: name, version };
    return [{ labels, statistics: entry, telemetry }];
  });
}

/** Labels of a metric tag: an invalid label name would make the whole page unreadable. */
function labelName(tag: string): string {
  return `_${tag.replaceAll(/[^A-Za-z0-9_]/g, "_")}`;
}

function family(
  described: Omit<Family, "samples">,
  versions: readonly Version[],
  read: Read,
): Family {
  return {
    ...described,
    samples: versions.map((version) => ({ labels: version.labels, value: read(version) })),
  };
}

function inferenceFamilies(versions: readonly Version[]): Family[] {
  const counter = (name: string, help: string, read: Read) =>
    family({ type: "counter", name, help }, versions, read);
  return [
    counter(
      "nv_inference_request_success",
      "Number of successful inference requests, all batch sizes",
      ({ statistics }) => statistics.inference_stats.success.count,
    ),
    {
      name: "nv_inference_request_failure",
      help: "Number of failed inference requests, all batch sizes",
      type: "counter",
      samples: versions.flatMap(({ labels, telemetry }) =>
        FAILURE_REASONS.map(
          (reason): Sample => ({
            labels,
            extra: ["reason", reason],
            value: telemetry.failures[reason],
          }),
        ),
      ),
    },
    counter(
      "nv_inference_count",
      "Number of inferences performed (does not include cached requests)",
      ({ statistics }) => statistics.inference_count,
    ),
    counter(
      "nv_inference_exec_count",
      "Number of model executions performed (does not include cached requests)",
      ({ statistics }) => statistics.execution_count,
    ),
    counter(
      "nv_inference_request_duration_us",
      "Cumulative inference request duration in microseconds (includes cached requests)",
      ({ statistics }) => micros(statistics.inference_stats.success.ns),
    ),
    counter(
      "nv_inference_queue_duration_us",
      "Cumulative inference queuing duration in microseconds (includes cached requests)",
      ({ statistics }) => micros(statistics.inference_stats.queue.ns),
    ),
    counter(
      "nv_inference_compute_input_duration_us",
      "Cumulative compute input duration in microseconds (does not include cached requests)",
      ({ statistics }) => micros(statistics.inference_stats.compute_input.ns),
    ),
    counter(
      "nv_inference_compute_infer_duration_us",
      "Cumulative compute inference duration in microseconds (does not include cached requests)",
      ({ statistics }) => micros(statistics.inference_stats.compute_infer.ns),
    ),
    counter(
      "nv_inference_compute_output_duration_us",
      "Cumulative inference compute output duration in microseconds (does not include cached requests)",
      ({ statistics }) => micros(statistics.inference_stats.compute_output.ns),
    ),
  ];
}

function cachedModelFamilies(versions: readonly Version[]): Family[] {
  const counter = (name: string, help: string, read: Read) =>
    family({ type: "counter", name, help }, versions, read);
  return [
    counter(
      "nv_cache_num_hits_per_model",
      "Number of cache hits per model",
      ({ statistics }) => statistics.inference_stats.cache_hit.count,
    ),
    counter(
      "nv_cache_hit_duration_per_model",
      "Total cache hit duration per model, in microseconds",
      ({ statistics }) => micros(statistics.inference_stats.cache_hit.ns),
    ),
    counter(
      "nv_cache_num_misses_per_model",
      "Number of cache misses per model",
      ({ statistics }) => statistics.inference_stats.cache_miss.count,
    ),
    counter(
      "nv_cache_miss_duration_per_model",
      "Total cache miss (insert+lookup) duration per model, in microseconds",
      ({ statistics }) => micros(statistics.inference_stats.cache_miss.ns),
    ),
  ];
}

function stateFamilies(versions: readonly Version[]): Family[] {
  return [
    family(
      {
        type: "gauge",
        name: "nv_inference_pending_request_count",
        help: "Instantaneous number of pending requests awaiting execution per-model.",
      },
      versions,
      ({ telemetry }) => telemetry.queued,
    ),
    family(
      {
        type: "gauge",
        name: "nv_model_load_duration_secs",
        help: "Model load time in seconds",
      },
      versions,
      ({ telemetry }) => telemetry.loadSeconds,
    ),
  ];
}

const gauge = (name: string, help: string, value: number): Family => ({
  name,
  help,
  type: "gauge",
  samples: [{ labels: {}, value }],
});

function machineFamilies(machine: MachineMetrics): Family[] {
  return [
    gauge("nv_cpu_utilization", "CPU utilization rate [0.0 - 1.0]", machine.cpuUtilization),
    gauge(
      "nv_cpu_memory_total_bytes",
      "CPU total memory (RAM), in bytes",
      machine.memoryTotalBytes,
    ),
    gauge("nv_cpu_memory_used_bytes", "CPU used memory (RAM), in bytes", machine.memoryUsedBytes),
  ];
}

/** Cumulative ones are gauges in Triton too. */
function cacheFamilies(cache: CacheTelemetry): Family[] {
  const utilization = cache.capacityBytes > 0 ? cache.usedBytes / cache.capacityBytes : 0;
  return [
    gauge("nv_cache_util", "Cache utilization [0.0 - 1.0]", utilization),
    gauge("nv_cache_num_entries", "Number of responses stored in response cache", cache.entries),
    gauge("nv_cache_num_hits", "Number of cache hits in response cache", cache.hits),
    gauge("nv_cache_num_misses", "Number of cache misses in response cache", cache.misses),
    gauge("nv_cache_num_lookups", "Number of cache lookups in response cache", cache.lookups),
    gauge("nv_cache_num_evictions", "Number of cache evictions in response cache", cache.evictions),
    gauge(
      "nv_cache_lookup_duration",
      "Total cache lookup duration (hit and miss), in microseconds",
      micros(cache.lookupNs),
    ),
    gauge(
      "nv_cache_insertion_duration",
      "Total cache insertion duration, in microseconds",
      micros(cache.insertionNs),
    ),
  ];
}
