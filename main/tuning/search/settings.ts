import { StatusError } from "../../../base/status-error.ts";
import type { ModelConfig } from "../../../engine/config/index.ts";
import { settingsFrom } from "../../configs/index.ts";
import type {
  BatchingSettings,
  SearchRanges,
  SearchSettings,
  Traffic,
} from "../../contract/index.ts";
import type { TuningGoal } from "./goal.ts";

/** The knobs of a search; see the contract. */
export type Settings = SearchSettings;

/** A configuration under a load: what a trial measures. */
export interface Point {
  readonly settings: Settings;
  /** Null: the load is the goal's rate. */
  readonly clients: number | null;
}

export interface Ranges extends SearchRanges {
  /** Items of one request; batch sizes up to this are excluded. */
  readonly itemsPerRequest?: number;
  /** The active settings, which are always tried. */
  readonly baseline?: Settings;
  /** See {@link repeatShareFrom}; the cache is tried if it is above 0. */
  readonly repeatShare?: number;
}

/** On machines with an unknown number of cores. */
const USUAL_INSTANCES = 4;
const MAX_INSTANCES = 8;
const USUAL_BATCH = 32;
const LONGEST_DELAY_US = 5000;

/** Determines ranges, next to the configuration. */
export interface Situation {
  readonly goal: TuningGoal;
  /** Cores of the server's machine; null if unknown. */
  readonly cores: number | null;
  /** Threads of an instance without a configured number. */
  readonly usualThreads: "share" | "all";
}

/** The default ranges. */
export function usualRanges(
  config: ModelConfig,
  baseline: Settings,
  { goal, cores, usualThreads }: Situation,
): Omit<SearchRanges, "clients"> {
  const { max_batch_size } = config;
  const instances = cores === null ? USUAL_INSTANCES : Math.min(MAX_INSTANCES, cores);
  const limitMs = goal.kind === "latency" ? null : goal.p99Ms;
  return {
    maxBatchSize: max_batch_size > 0 ? Math.max(USUAL_BATCH, max_batch_size) : 1,
    maxInstances: Math.max(baseline.instances, instances),
    // A quarter of the limit.
    maxDelayUs: Math.min(LONGEST_DELAY_US, limitMs === null ? Infinity : limitMs * 250),
    preferredSizes: true,
    ...(cores !== null && usesThreads(config) && { threads: { cores, usual: usualThreads } }),
    cache: canCache(config),
  };
}

/** The cores that a model's instances share if they are processes, those of Python models (SIM-17). */
export const processCores = ({ backend }: ModelConfig, cores: number | null) =>
  backend === "python" && cores !== null ? cores : undefined;

/** Whether the model computes with threads of ONNX Runtime whose number isn't configured. */
function usesThreads({ backend, platform, instance_group, parameters }: ModelConfig): boolean {
  const isOnnx = backend === "onnxruntime" || platform === "onnxruntime_onnx";
  return isOnnx && instance_group[0]?.kind !== "KIND_GPU" && parameters[THREADS] === undefined;
}

const canCache = ({ response_cache, model_transaction_policy }: ModelConfig) =>
  !response_cache?.enable && !model_transaction_policy?.decoupled;

/** The chosen share (0..1) of requests that repeat an earlier one; 0 if none is chosen. */
export const repeatShareFrom = ({ reuse }: Pick<Traffic, "reuse">) =>
  reuse.kind === "duplicates" ? reuse.share : 0;

const DELAYS_US = [0, 100, 500, 2000, 5000, 10_000];
const LARGEST_BATCH = 128;

/** Every configuration within the ranges, with every load: sizes and instances by doubling, delays in steps of about four. */
export function grid(ranges: Ranges): Point[] {
  const { maxBatchSize, itemsPerRequest = 1, maxInstances, maxDelayUs, clients, baseline } = ranges;
  const sizes = doublings(Math.max(1, Math.min(maxBatchSize, LARGEST_BATCH)));
  const delays = DELAYS_US.filter((us) => us <= maxDelayUs);
  const tryCache = ranges.cache === true && (ranges.repeatShare ?? 0) > 0;
  const all = sizes
    .filter((size) => size === 1 || size > itemsPerRequest)
    .flatMap((size) => (size > 1 ? delays : [0]).flatMap((us) => batchings(size, us, ranges)))
    .flatMap((batching) => withQueueSizes(batching, ranges))
    .flatMap((batching) =>
      doublings(maxInstances).flatMap((instances) =>
        threadCounts(instances, ranges).map((threads) => ({ ...batching, instances, ...threads })),
      ),
    )
    .flatMap((each): Settings[] => (tryCache ? [each, { ...each, cache: true }] : [each]));
  const others = baseline ? all.filter((each) => !sameSettings(each, baseline)) : all;
  const settings = baseline ? [baseline, ...others] : others;
  return settings.flatMap((each) =>
    (clients ?? [null]).map((count) => ({ settings: each, clients: count })),
  );
}

/** Without a delay, batches run as soon as an instance is free; preferred sizes would only make them smaller. */
function batchings(maxBatchSize: number, delayUs: number, { preferredSizes }: Ranges) {
  const plain = { maxBatchSize, delayUs };
  if (!preferredSizes || delayUs === 0 || maxBatchSize < 8) return [plain];
  const preferred = doublings(maxBatchSize).filter((size) => size >= maxBatchSize / 4);
  return [plain, { ...plain, preferred }];
}

/** Queue sizes in batches. */
const QUEUED_BATCHES = [1, 2, 4];

/** As configured, and limits of a few batches: at a given rate they reject requests that would wait too long. */
function withQueueSizes<Batching extends Pick<Settings, "maxBatchSize">>(
  batching: Batching,
  { queueSizes, clients, itemsPerRequest = 1 }: Ranges,
): (Batching & Pick<Settings, "queueSize">)[] {
  const { maxBatchSize } = batching;
  if (!queueSizes || clients !== null || maxBatchSize <= 1) return [batching];
  const requests = Math.max(1, Math.floor(maxBatchSize / itemsPerRequest));
  return [
    batching,
    ...QUEUED_BATCHES.map((batches) => ({ ...batching, queueSize: batches * requests })),
  ];
}

/** As configured, and smaller numbers by doubling: threads beyond an equal share of the cores only compete. */
function threadCounts(instances: number, { threads: range }: Ranges): { threads?: number }[] {
  if (!range) return [{}];
  const share = Math.max(1, Math.floor(range.cores / instances));
  const usual = range.usual === "share" ? share : range.cores;
  const fewer = doublings(share).filter((threads) => threads < usual);
  return [{}, ...fewer.map((threads) => ({ threads }))];
}

/** 1, 2, 4 … and the last. */
function doublings(last: number): number[] {
  const all: number[] = [];
  for (let value = 1; value < last; value *= 2) all.push(value);
  return [...all, last];
}

export function sameSettings(a: Settings, b: Settings): boolean {
  return (
    a.maxBatchSize === b.maxBatchSize &&
    a.delayUs === b.delayUs &&
    a.instances === b.instances &&
    a.threads === b.threads &&
    a.cache === b.cache &&
    a.queueSize === b.queueSize &&
    String(a.preferred ?? []) === String(b.preferred ?? [])
  );
}

export const samePoint = (a: Point, b: Point): boolean =>
  a.clients === b.clients && sameSettings(a.settings, b.settings);

/** Limits of the queue; a search keeps those it doesn't set. */
export type QueueLimits = Pick<
  NonNullable<BatchingSettings["batching"]>,
  "queueSize" | "timeoutUs" | "timeoutAction"
>;

const NO_LIMITS: QueueLimits = { queueSize: 0, timeoutUs: 0, timeoutAction: "REJECT" };

/** Settings for the simulator and config.pbtxt. `noBatching`: the `max_batch_size` without dynamic batching. */
export function batchingSettings(
  { maxBatchSize, delayUs, instances, preferred = [], queueSize }: Settings,
  noBatching: number,
  queue: QueueLimits = NO_LIMITS,
): BatchingSettings {
  return maxBatchSize > 1
    ? {
        maxBatchSize,
        instances,
        batching: { ...queue, preferred, delayUs, queueSize: queueSize ?? queue.queueSize },
      }
    : { maxBatchSize: noBatching, instances, batching: null };
}

/** Weight of the settings themselves, beyond the batches that they lead to. */
const OWN = 0.3;

/**
 * Coordinates of a point: one unit is a change that matters. `meanBatch`: of the predicted batches. The simulator's errors
 * depend on what the server runs, so settings that lead to the same batches are close to each other.
 */
export function coordinates({ settings, clients }: Point, meanBatch: number): number[] {
  const { maxBatchSize, delayUs, instances, preferred = [], queueSize, threads, cache } = settings;
  return [
    Math.log2(Math.max(1, meanBatch)) / 1.5,
    (OWN * Math.log2(Math.max(1, maxBatchSize))) / 3,
    (OWN * Math.log2(1 + delayUs / 100)) / 4,
    Math.log2(instances),
    clients === null ? 0 : Math.log2(clients) / 3,
    preferred.length > 0 ? OWN : 0,
    threads === undefined ? 0 : 1 + Math.log2(threads) / 2,
    cache === undefined ? 0 : 1,
    queueSize === undefined ? 0 : 1 + Math.log2(maxBatchSize / queueSize) / 4,
  ];
}

/** The knobs of a configuration. FAILED_PRECONDITION names what can't be searched. */
export function toSearchSettings(config: ModelConfig): Settings {
  const { max_batch_size, dynamic_batching, sequence_batching, ensemble_scheduling } = config;
  const refuse = (reason: string): never => {
    throw new StatusError("FAILED_PRECONDITION", `Model '${config.name}' ${reason}`);
  };
  if (ensemble_scheduling) refuse("is an ensemble; tune the models it consists of.");
  if (sequence_batching) refuse("batches sequences, which are not simulated.");
  if (config.instance_group.length > 1) {
    refuse("has several instance groups; a search turns the count of one.");
  }
  const [group] = config.instance_group;
  const instances = Math.max(1, group?.count ?? 1);
  if (!dynamic_batching || max_batch_size <= 1) return { maxBatchSize: 1, delayUs: 0, instances };
  const { preferred_batch_size: preferred, max_queue_delay_microseconds: delay } = dynamic_batching;
  return {
    maxBatchSize: max_batch_size,
    delayUs: Number(delay),
    instances,
    // Triton completes configurations without preferred sizes with the maximum.
    ...(preferred.some((size) => size !== max_batch_size) && { preferred }),
  };
}

/** The limits of a configuration's queue. */
export function toQueueLimits(config: ModelConfig): QueueLimits {
  return settingsFrom(config, 1).batching ?? NO_LIMITS;
}

/** A configuration in the server's JSON with these knobs; everything else stays. */
export function configWith(
  config: Readonly<Record<string, unknown>>,
  { maxBatchSize, delayUs, instances, preferred = [], queueSize, threads, cache }: Settings,
): Record<string, unknown> {
  const { dynamic_batching, ...rest } = config;
  const batching = dynamic_batching as Readonly<Record<string, unknown>> | undefined;
  const policy = batching?.["default_queue_policy"] as
    | Readonly<Record<string, unknown>>
    | undefined;
  const [group] = (config["instance_group"] ?? []) as readonly Record<string, unknown>[];
  const parameters = config["parameters"] as Readonly<Record<string, unknown>> | undefined;
  const batches = maxBatchSize > 1;
  return {
    ...rest,
    // Without batching, a request may still have as many items as before.
    ...(batches && {
      max_batch_size: maxBatchSize,
      dynamic_batching: {
        ...batching,
        preferred_batch_size: preferred,
        max_queue_delay_microseconds: delayUs,
        ...(queueSize !== undefined && {
          default_queue_policy: { ...policy, max_queue_size: queueSize },
        }),
      },
    }),
    instance_group: [{ ...(group ?? { kind: "KIND_CPU" }), count: instances }],
    ...(threads !== undefined && {
      parameters: { ...parameters, [THREADS]: { string_value: String(threads) } },
    }),
    ...(cache === true && { response_cache: { enable: true } }),
  };
}

/** ONNX Runtime's parameter for the threads of an instance. */
export const THREADS = "intra_op_thread_count";
