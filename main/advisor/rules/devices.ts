import type { GpuReading } from "../../contract/index.ts";
import type { MetricsReading } from "../../servers/metrics/index.ts";
import { countInstances } from "../config-facts.ts";
import {
  adviceRemedy,
  changeRemedy,
  measureRemedy,
  type ModelRule,
  type ServerFacts,
  type ServerRule,
} from "../rule.ts";
import type { ModelWindow } from "../window.ts";
import * as of from "./common.ts";

const FEW_LOOKS = 4;

const needsInsight = ({ insight }: ServerFacts) =>
  insight ? null : "Instance activity is not reported by this server.";
const needsGpu = ({ metrics }: ServerFacts) =>
  metrics?.gpus.some(({ utilization }) => utilization !== null)
    ? null
    : "The server reports no GPUs.";

/** One instance does all the work that others could share. */
function oneDoesAll({ instances, waiting }: ModelWindow): boolean {
  if (!instances || instances.busy.length < 2 || instances.looks < 2 * FEW_LOOKS) return false;
  const working = instances.busy.filter(({ share }) => share > 0);
  const [only] = working;
  return working.length === 1 && (only?.share ?? 0) >= 0.5 && (waiting.share ?? 0) >= 0.3;
}

export const idleWhileWaiting: ModelRule = {
  id: "U1",
  title: "Instances are idle while requests wait",
  severity: "warning",
  unwatched: needsInsight,
  judge(window) {
    const { instances, config, queueMs } = window;
    if (!instances || instances.looks < FEW_LOOKS || !of.ranEnough(window)) return "unknown";
    // Requests that wait for a batch to fill wait on purpose.
    const onPurpose = (queueMs ?? 0) <= 2 * (config.dynamicBatching?.delayMs ?? 0);
    if (!of.isPlain(window) || onPurpose) return "fine";
    if (instances.idleWhileWaiting < 0.6 || oneDoesAll(window)) return "fine";
    return {
      symptom: "In most samples a request waited although an instance was free.",
      evidence: [
        of.share("Samples with an idle instance and a waiting request", instances.idleWhileWaiting),
        ...instances.busy.map(({ name, share }) => of.share(`${name} was busy`, share)),
        ...of.splitEvidence(window),
      ],
      remedies: [
        adviceRemedy(
          "Check what blocks them",
          "For example rate limiter resources, preserve_ordering, or a version that no longer accepts requests.",
        ),
        changeRemedy(
          window,
          "Remove preserve_ordering",
          "With it, responses wait for earlier ones even if an instance is free.",
          [{ path: ["dynamic_batching", "preserve_ordering"], value: null }],
        ),
      ],
    };
  },
};

export const oneInstanceDoesAll: ModelRule = {
  id: "U2",
  title: "One of several instances does all the work",
  severity: "warning",
  unwatched: needsInsight,
  judge(window) {
    const { instances } = window;
    if (!instances || instances.looks < 2 * FEW_LOOKS || !of.ranEnough(window)) return "unknown";
    if (!oneDoesAll(window)) return "fine";
    return {
      symptom: "Requests wait for one instance, and the others were never busy.",
      evidence: [
        ...instances.busy.map(({ name, share }) => of.share(`${name} was busy`, share)),
        ...of.waitingEvidence(window),
      ],
      remedies: [
        adviceRemedy(
          "Check the other instances",
          "They may belong to another version, be passive, or wait for a rate limiter resource.",
        ),
        measureRemedy(
          window,
          "Measure with higher concurrency",
          "A client that sends one request at a time keeps only one instance busy.",
        ),
      ],
    };
  },
};

function isOnGpu({ config, instances }: ModelWindow): boolean {
  return instances
    ? instances.busy.some(({ kind }) => kind === "KIND_GPU")
    : config.groups.some(({ kind }) => kind === "KIND_GPU");
}

/** Mean over the span and all GPUs; null where none reports. */
function gpuUse(metrics: readonly MetricsReading[]): number | null {
  const known = metrics.flatMap(({ gpus }) => gpus.flatMap(({ utilization }) => utilization ?? []));
  return known.length === 0 ? null : known.reduce((total, each) => total + each, 0) / known.length;
}

export const gpuIdleWhileWaiting: ModelRule = {
  id: "G1",
  title: "The GPU has room while requests wait",
  severity: "warning",
  unwatched: needsGpu,
  judge(window) {
    const use = gpuUse(window.metrics);
    if (!isOnGpu(window)) return "fine";
    if (use === null || !of.ranEnough(window)) return "unknown";
    if (use >= 0.5 || !of.requestsWait(window)) return "fine";
    const { config } = window;
    return {
      symptom: "The GPU is busy less than half of the time, and requests wait.",
      evidence: [
        of.share("GPU use, mean", use),
        ...of.waitingEvidence(window),
        ...of.batchEvidence(window),
        ...of.splitEvidence(window),
      ],
      remedies: [
        ...(config.maxBatchSize > 1 && !config.dynamicBatching ? [of.turnOnBatching(window)] : []),
        of.moreInstances(window),
        adviceRemedy(
          "Check what happens around the model",
          "Requests may wait for copies to and from the GPU, or for work on the CPU.",
        ),
      ],
    };
  },
};

export const gpuFullOfInstances: ModelRule = {
  id: "I2",
  title: "More instances than the GPU has room for",
  severity: "info",
  unwatched: needsGpu,
  judge(window) {
    const use = gpuUse(window.metrics);
    const groups = window.config.groups.filter(({ kind }) => kind === "KIND_GPU");
    const most = Math.max(0, ...groups.map((group) => group.count));
    if (most <= 2 || !window.config.dynamicBatching) return "fine";
    if (use === null || !of.ranEnough(window)) return "unknown";
    if (use <= 0.9) return "fine";
    const group = window.config.groups.findIndex(({ count }) => count === most);
    return {
      symptom: "The GPU is fully used, so more instances only make batches wait for each other.",
      evidence: [
        of.share("GPU use, mean", use),
        of.count("Instances", countInstances(groups)),
        ...of.splitEvidence(window),
      ],
      remedies: [
        changeRemedy(
          window,
          "Go back to 2 instances",
          "Two are enough to copy one batch while another computes.",
          [{ path: ["instance_group", group, "count"], value: 2 }],
        ),
      ],
    };
  },
};

const NEAR_LIMIT = 0.95;

function fullest(metrics: readonly MetricsReading[]): { gpu: GpuReading; share: number } | null {
  const shares = (metrics.at(-1)?.gpus ?? []).flatMap((gpu) =>
    gpu.memoryUsedBytes !== null && gpu.memoryTotalBytes
      ? [{ gpu, share: gpu.memoryUsedBytes / gpu.memoryTotalBytes }]
      : [],
  );
  return shares.sort((a, b) => b.share - a.share)[0] ?? null;
}

const lessMemory = [
  adviceRemedy(
    "Unload unused models",
    "Each instance holds the weights and the memory of its largest batch.",
  ),
  adviceRemedy(
    "Lower max_batch_size, or the number of instances, of the largest models",
    "Memory grows with both.",
  ),
];

export const gpuMemoryNearLimit: ServerRule = {
  id: "M1",
  title: "The GPU's memory is nearly full",
  severity: "warning",
  unwatched: needsGpu,
  judge({ metrics }) {
    const found = fullest(metrics);
    if (!found) return "unknown";
    const { gpu, share } = found;
    if (share < NEAR_LIMIT) return "fine";
    return {
      symptom: "The next model or larger batch may run out of memory.",
      evidence: [
        of.words("GPU", gpu.uuid),
        of.bytes("Memory used", gpu.memoryUsedBytes ?? 0),
        of.bytes("Of", gpu.memoryTotalBytes ?? 0),
        of.share("Used", share),
      ],
      remedies: lessMemory,
    };
  },
};

export const memoryNearLimit: ServerRule = {
  id: "M2",
  title: "The machine's memory is nearly full",
  severity: "warning",
  unwatched: ({ metrics }) =>
    metrics?.memoryTotalBytes ? null : "Machine memory is not reported by this server.",
  judge({ metrics }) {
    const { memoryUsedBytes: used = null, memoryTotalBytes: total = null } = metrics.at(-1) ?? {};
    if (used === null || !total) return "unknown";
    if (used < NEAR_LIMIT * total) return "fine";
    return {
      symptom: "When memory runs out, the system kills processes, possibly the server.",
      evidence: [
        of.bytes("Memory used", used),
        of.bytes("Of", total),
        of.share("Used", used / total),
      ],
      remedies: [
        ...lessMemory,
        adviceRemedy(
          "Limit queues and cache",
          "Queued requests and cached responses use memory: max_queue_size, and size in --cache-config.",
        ),
      ],
    };
  },
};
