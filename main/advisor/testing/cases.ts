import type { Verdict } from "../rule.ts";
import { MODEL_RULES } from "../rules/index.ts";
import { gpuWith, type Second, type WindowOptions, windowWith } from "./windows.ts";

/** A span of equal seconds, and the rule that judges it. */
export interface Case {
  readonly rule: string;
  readonly what: string;
  readonly second: Second;
  readonly options?: WindowOptions;
}

const batching = (more: object = {}) => ({ max_batch_size: 8, dynamic_batching: more });
const cached = { max_batch_size: 8, response_cache: { enable: true } };
const gpu = (count: number) => ({
  ...batching(),
  instance_group: [{ kind: "KIND_GPU", count, gpus: [0] }],
});
const client = (lookups: number, hits: number, userAgent = "python") => [
  { address: "10.0.0.7", userAgent, lookups, hits },
];
const own = "batchdeck-load-generator";
const busyGpu = { metrics: { gpus: [gpuWith({ utilization: 0.95 })] } };
const idleGpu = { metrics: { gpus: [gpuWith({ utilization: 0.1 })] } };
const delayed = { max_queue_delay_microseconds: 5000 };
const waitingLong: Second = { queued: 20, queueMs: 50, batch: 4 };

const steps = {
  ensemble_scheduling: { step: [{ model_name: "first" }, { model_name: "second" }] },
};
const peers = (second: Second) => ({
  first: windowWith({ computeMs: 1, queueMs: 0.1 }, { model: "first" }),
  second: windowWith(second, { model: "second" }),
});

export const fires: Case[] = [
  { rule: "B6", what: "singles while requests wait", second: { queued: 5, queueMs: 8 } },
  {
    rule: "B6",
    what: "singles and a queue that only its time shows",
    second: { queued: null, queueMs: 8 },
  },
  {
    rule: "B6",
    what: "singles although batching is on",
    second: { queued: 5, queueMs: 8 },
    options: { config: batching() },
  },
  {
    rule: "B7",
    what: "full batches, more waiting than computing",
    second: { batch: 8, queueMs: 9, queued: 30 },
    options: { config: batching() },
  },
  {
    rule: "B8",
    what: "batches that waited the whole delay alone",
    second: { queueMs: 5, reasons: { delay: { batches: 90, requests: 95 } } },
    options: { config: batching(delayed) },
  },
  {
    rule: "B8",
    what: "singles that wait as long as the delay, by counters",
    second: { queueMs: 5.1, queued: 1 },
    options: { config: batching(delayed) },
  },
  { rule: "T1", what: "half full batches and a long queue", second: waitingLong },
  {
    rule: "O3",
    what: "a full queue",
    second: { failed: { rejected: 20, refused: 20 } },
    options: { earlier: {} },
  },
  { rule: "R1", what: "a backend that fails", second: { failed: { backend: 5 } } },
  {
    rule: "O4",
    what: "a decoupled model most of whose requests fail",
    second: { requests: 10, failed: { other: 90 } },
    options: { config: { model_transaction_policy: { decoupled: true } } },
  },
  { rule: "L1", what: "a p99 above the objective", second: {}, options: { objectiveMs: 1 } },
  {
    rule: "L1",
    what: "a mean above the objective where no percentile is reported",
    second: { latencyMs: null },
    options: { objectiveMs: 1 },
  },
  {
    rule: "O2",
    what: "an objective and counters only",
    second: { latencyMs: null },
    options: { objectiveMs: 100 },
  },
  {
    rule: "U1",
    what: "a free instance at most looks",
    second: { queued: 4, instances: ["a", "b"], busy: [] },
  },
  {
    rule: "U2",
    what: "one of two always at work",
    second: { queued: 4, instances: ["a", "b"], busy: ["a"] },
  },
  {
    rule: "E1",
    what: "a step in whose queue requests spend their time",
    second: {},
    options: { config: steps, peers: peers({ queueMs: 20, computeMs: 2 }) },
  },
  {
    rule: "S1",
    what: "sequences beyond the places",
    second: { queued: 6, queueMs: 30 },
    options: { config: { max_batch_size: 4, sequence_batching: {} } },
  },
  { rule: "C3", what: "a cache that is never asked", second: {}, options: { config: cached } },
  {
    rule: "C4",
    what: "dear misses and few hits",
    second: { hits: 2, misses: 98, computeMs: 0.1, cacheMs: 5 },
    options: { config: cached },
  },
  {
    rule: "C6",
    what: "summaries and a cached model",
    second: { hits: 50, misses: 50 },
    options: { config: cached, metrics: { summaries: true } },
  },
  {
    rule: "D1",
    what: "a client whose requests all hit",
    second: { hits: 99, misses: 1, clients: client(100, 99) },
    options: { config: cached },
  },
  {
    rule: "D1",
    what: "a client next to the console's own traffic",
    second: { hits: 199, misses: 1, clients: [...client(100, 99), ...client(500, 500, own)] },
    options: { config: cached },
  },
  {
    rule: "G1",
    what: "a GPU at rest and a queue",
    second: { queued: 5, queueMs: 4, kind: "KIND_GPU" },
    options: { config: gpu(1), ...idleGpu },
  },
  {
    rule: "I2",
    what: "four instances on a GPU without room",
    second: {},
    options: { config: gpu(4), ...busyGpu },
  },
];

export const mustNot: Case[] = [
  { rule: "B6", what: "singles that never wait", second: { queued: 0 } },
  { rule: "B6", what: "batches that form", second: { queued: 5, queueMs: 8, batch: 4 } },
  {
    rule: "B6",
    what: "a model that cannot batch",
    second: { queued: 5, queueMs: 8 },
    options: { config: { max_batch_size: 0 } },
  },
  {
    rule: "B6",
    what: "one request that waits for its delay",
    second: { queued: 1, queueMs: 5 },
    options: { config: batching(delayed) },
  },
  {
    rule: "B6",
    what: "too few executions",
    second: { queued: 5, queueMs: 8, requests: 1 },
    options: { seconds: 5 },
  },
  {
    rule: "B7",
    what: "full batches that hardly wait",
    second: { batch: 8, queueMs: 1, queued: 2 },
    options: { config: batching() },
  },
  {
    rule: "B8",
    what: "a delay that gathers a batch",
    second: { queueMs: 5, batch: 6, reasons: { delay: { batches: 15, requests: 90 } } },
    options: { config: batching(delayed) },
  },
  { rule: "B8", what: "no delay", second: { queueMs: 5 }, options: { config: batching() } },
  { rule: "T1", what: "a short queue", second: { queueMs: 1, queued: 1, batch: 4 } },
  {
    rule: "T1",
    what: "a queue that the delay explains",
    second: { queueMs: 6, queued: 3, batch: 4 },
    options: { config: batching(delayed) },
  },
  { rule: "T1", what: "batches that do not form, which is B6", second: { queued: 5, queueMs: 8 } },
  { rule: "O3", what: "a single rejection", second: { failed: { rejected: 0 } } },
  { rule: "R1", what: "clients that leave", second: { failed: { canceled: 50 } } },
  { rule: "R1", what: "rejections alone", second: { failed: { rejected: 50, refused: 50 } } },
  {
    rule: "O4",
    what: "a decoupled model that answers",
    second: {},
    options: { config: { model_transaction_policy: { decoupled: true } } },
  },
  { rule: "L1", what: "a p99 below the objective", second: {}, options: { objectiveMs: 50 } },
  { rule: "L1", what: "no objective", second: { queueMs: 500 } },
  {
    rule: "O2",
    what: "a server that reports percentiles",
    second: {},
    options: { objectiveMs: 50 },
  },
  {
    rule: "U1",
    what: "requests that have an instance",
    second: { queued: 4, unassigned: 0, instances: ["a", "b"], busy: ["a"] },
  },
  {
    rule: "U1",
    what: "a batch that is gathered on purpose",
    second: { queued: 2, queueMs: 5, instances: ["a"], busy: [] },
    options: { config: batching(delayed) },
  },
  {
    rule: "U2",
    what: "one client at a time",
    second: { queued: 0, instances: ["a", "b"], busy: ["a"] },
  },
  { rule: "U2", what: "a single instance", second: { queued: 4, busy: ["m_0"] } },
  {
    rule: "E1",
    what: "a slow step that computes",
    second: {},
    options: { config: steps, peers: peers({ queueMs: 1, computeMs: 20 }) },
  },
  {
    rule: "S1",
    what: "sequences that have their places",
    second: { queued: 0, queueMs: 0.2 },
    options: { config: { max_batch_size: 4, sequence_batching: {} } },
  },
  { rule: "C3", what: "a model without a cache", second: {} },
  {
    rule: "C4",
    what: "hits that save more",
    second: { hits: 60, misses: 40, computeMs: 5, cacheMs: 5 },
    options: { config: cached },
  },
  {
    rule: "C6",
    what: "no summaries anywhere",
    second: { hits: 50, misses: 50 },
    options: { config: cached, metrics: {} },
  },
  {
    rule: "D1",
    what: "a client that asks new things",
    second: { hits: 30, misses: 70, clients: client(100, 30) },
    options: { config: cached },
  },
  {
    rule: "D1",
    what: "the console's own traffic",
    second: { hits: 99, misses: 1, clients: client(100, 99, own) },
    options: { config: cached },
  },
  {
    rule: "G1",
    what: "a busy GPU",
    second: { queued: 5, queueMs: 4, kind: "KIND_GPU" },
    options: { config: gpu(1), ...busyGpu },
  },
  {
    rule: "G1",
    what: "a model on the CPU next to an idle GPU",
    second: { queued: 5, queueMs: 4 },
    options: { config: batching(), ...idleGpu },
  },
  {
    rule: "I2",
    what: "two instances",
    second: {},
    options: { config: gpu(2), ...busyGpu },
  },
  {
    rule: "I2",
    what: "a GPU with room",
    second: {},
    options: { config: gpu(4), ...idleGpu },
  },
];

export function judge({ rule, second, options }: Case): Verdict {
  const found = MODEL_RULES.find(({ id }) => id === rule);
  if (!found) throw new Error(`there is no rule ${rule}`);
  return found.judge(windowWith(second, options));
}
