import type { GpuReading } from "../../contract/index.ts";
import type { MetricsReading } from "../../servers/metrics/metrics-reading.ts";
import { instancesOf } from "../config-facts.ts";
import {
  adviseOf,
  changeOf,
  measureOf,
  type ModelRule,
  type ServerFacts,
  type ServerRule,
} from "../rule.ts";
import type { ModelWindow } from "../window.ts";
import * as of from "./common.ts";

const FEW_LOOKS = 4;

const needsInsight = ({ insight }: ServerFacts) =>
  insight ? null : "The server does not tell what each of its instances does.";
const needsGpu = ({ metrics }: ServerFacts) =>
  metrics?.gpus.some(({ utilization }) => utilization !== null)
    ? null
    : "The server reports no GPUs.";

/** One instance has all the work while others could share it. */
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
    // Those that wait for a batch to fill wait on purpose.
    const onPurpose = (queueMs ?? 0) <= 2 * (config.dynamicBatching?.delayMs ?? 0);
    if (!of.isPlain(window) || onPurpose) return "fine";
    if (instances.idleWhileWaiting < 0.6 || oneDoesAll(window)) return "fine";
    return {
      symptom: "At most moments a request waited although an instance was free to take it.",
      evidence: [
        of.share("Moments at which one was idle while requests waited", instances.idleWhileWaiting),
        ...instances.busy.map(({ name, share }) => of.share(`${name} was busy`, share)),
        ...of.splitEvidence(window),
      ],
      remedies: [
        adviseOf(
          "Look for what holds them back",
          "A rate limiter's resources, the order of responses (preserve_ordering), or a version that no longer takes requests.",
        ),
        changeOf(
          window,
          "Do without preserve_ordering",
          "With it an answer waits for those before it, whichever instance is free.",
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
      symptom: "Requests wait for one instance, and the others were never seen at work.",
      evidence: [
        ...instances.busy.map(({ name, share }) => of.share(`${name} was busy`, share)),
        ...of.waitingEvidence(window),
      ],
      remedies: [
        adviseOf(
          "See where the others are",
          "They may belong to another version, be passive, or wait for a resource of the rate limiter.",
        ),
        measureOf(
          window,
          "Measure with more requests at once",
          "A client that sends one after the other keeps one instance busy, no more.",
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

/** Mean over the span and all GPUs; null where none tells. */
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
      symptom: "The GPU works less than half of the time, and requests wait for it.",
      evidence: [
        of.share("GPU use, mean", use),
        ...of.waitingEvidence(window),
        ...of.batchEvidence(window),
        ...of.splitEvidence(window),
      ],
      remedies: [
        ...(config.maxBatchSize > 1 && !config.dynamicBatching ? [of.turnOnBatching(window)] : []),
        of.moreInstances(window),
        adviseOf(
          "Look at what happens around the model",
          "Copies to and from the GPU, or work before and after it on the CPU, can be what requests wait for.",
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
      symptom:
        "The GPU has no room left, so further instances only make batches wait for each other.",
      evidence: [
        of.share("GPU use, mean", use),
        of.count("Instances", instancesOf(groups)),
        ...of.splitEvidence(window),
      ],
      remedies: [
        changeOf(
          window,
          "Go back to 2 instances",
          "Two are enough to copy for one batch while another is computed.",
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
  adviseOf(
    "Unload models that nobody asks",
    "Each keeps its weights and the memory of its largest batch, once for each instance.",
  ),
  adviseOf(
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
      symptom: "The next model, or the next larger batch, may not get the memory it needs.",
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
    metrics?.memoryTotalBytes ? null : "The server's metrics do not tell the machine's memory.",
  judge({ metrics }) {
    const { memoryUsedBytes: used = null, memoryTotalBytes: total = null } = metrics.at(-1) ?? {};
    if (used === null || !total) return "unknown";
    if (used < NEAR_LIMIT * total) return "fine";
    return {
      symptom: "When memory runs out the system ends processes, the server's among them.",
      evidence: [
        of.bytes("Memory used", used),
        of.bytes("Of", total),
        of.share("Used", used / total),
      ],
      remedies: [
        ...lessMemory,
        adviseOf(
          "Limit queues and cache",
          "Waiting requests and kept answers are memory too: max_queue_size, and size in --cache-config.",
        ),
      ],
    };
  },
};
