import { z } from "zod";
import { type ExperimentPlan, type ExperimentStep, serverSplit } from "../../contract/index.ts";
import { decodeHistogram, percentileWithInterval } from "../statistics/index.ts";
import { checkHistogram } from "./check-histogram.ts";
import { checked } from "./schema-complaint.ts";

const ms = z.number().nullable();

const plan = z.object({
  serverId: z.string(),
  model: z.string().min(1),
  modelVersion: z.string(),
  wire: z.enum(["http", "grpc"]),
  concurrencies: z.array(z.number().int().min(1)).min(1),
  secondsPerStep: z.number(),
  warmupSeconds: z.number(),
  batchSize: z.number().int().min(1),
  distinctInputs: z.number().int().min(1),
  seed: z.number().int(),
  shapes: z.record(z.string(), z.array(z.number().int().min(1))),
});

const step = z.object({
  concurrency: z.number().int().min(1),
  seconds: z.number(),
  complete: z.boolean(),
  requestsPerSecond: z.number(),
  inferencesPerSecond: z.number(),
  successes: z.number(),
  failures: z.array(z.object({ status: z.string(), message: z.string(), count: z.number() })),
  latency: z.object({ count: z.number(), meanMs: ms, minMs: ms, maxMs: ms }),
  server: z.looseObject({ cacheHits: z.number() }).nullable(),
  histogram: z.string(),
  generatorCpu: z.number(),
});

type PlanV1 = z.infer<typeof plan>;
type StepV1 = z.infer<typeof step>;

/** A JSON document of version 1 as one of version 2. */
export function upgradeDocument(raw: Record<string, unknown>): Record<string, unknown> {
  const document = checked(
    z.looseObject({
      plan: z.unknown(),
      steps: z.array(z.unknown()),
      environment: z.looseObject({}),
    }),
    raw,
  );
  const old = checked(z.object({ plan }), raw).plan;
  return {
    ...document,
    version: 2,
    plan: upgradePlan(old),
    steps: document.steps.map((each, i) => ({
      ...upgradeStep(each, old.warmupSeconds, `steps[${i}]`),
      startedAt: (each as { startedAt: unknown }).startedAt,
    })),
    environment: { memoryBytes: 0, fingerprint: "", sameMachine: false, ...document.environment },
    tags: [],
    pinned: false,
    note: "",
    annotations: [],
    search: null,
    comparisons: [],
  };
}

/** A plan as it was before loads, inputs and goals: a closed loop over concurrencies. */
function upgradePlan(raw: unknown): ExperimentPlan {
  const old: PlanV1 = checked(plan, raw);
  return {
    version: 2,
    serverId: old.serverId,
    wire: old.wire,
    traffic: [
      {
        model: old.model,
        modelVersion: old.modelVersion,
        weight: 1,
        batchSize: old.batchSize,
        shapes: old.shapes,
        inputs: { kind: "generated", byInput: {} },
        distinctInputs: old.distinctInputs,
        reuse: { kind: "turns" },
        deadlineMs: null,
        priority: 0,
        timeoutMicros: null,
        sequence: null,
        checkOutputs: false,
      },
    ],
    load: { kind: "concurrency", levels: old.concurrencies, thinkMs: 0 },
    secondsPerStep: old.secondsPerStep,
    requestsPerStep: null,
    warmup: { kind: "fixed", seconds: old.warmupSeconds },
    objective: null,
    stopWhenCertified: false,
    goal: { kind: "sweep" },
    seed: old.seed,
  };
}

/** A step as it was before verdicts; its intervals come from its histogram. `where` stands in complaints. */
function upgradeStep(raw: unknown, warmupSeconds: number, where = "step"): ExperimentStep {
  const old: StepV1 = checked(z.object({ [where]: step }), { [where]: raw })[where] as StepV1;
  checkHistogram(old.histogram, `${where}.histogram`);
  const failed = (...statuses: string[]) =>
    old.failures.reduce(
      (sum, { status, count }) => sum + (statuses.includes(status) ? count : 0),
      0,
    );
  const all = old.failures.reduce((sum, { count }) => sum + count, 0);
  const timedOut = failed("DEADLINE_EXCEEDED");
  const cancelled = failed("CANCELLED");
  const rejected = failed("RESOURCE_EXHAUSTED");
  const latency = latencyOf(old);
  return {
    load: { kind: "concurrency", value: old.concurrency },
    candidate: null,
    replicate: null,
    startedAt: Number((raw as { startedAt?: unknown }).startedAt) || 0,
    seconds: old.seconds,
    complete: old.complete,
    warmup: { seconds: warmupSeconds, words: "as long as planned", settled: true },
    requestsPerSecond: old.requestsPerSecond,
    inferencesPerSecond: old.inferencesPerSecond,
    goodput: null,
    successes: old.successes,
    outcomes: {
      rejected,
      timedOut,
      cancelled,
      failed: all - timedOut - cancelled - rejected,
      wrong: 0,
      unfinished: 0,
    },
    failures: old.failures,
    response: latency,
    service: latency,
    windows: [],
    server: serverOf(old.server, where),
    reconciliation: [],
    generator: {
      cpu: old.generatorCpu,
      sends: old.successes + all,
      lateSends: 0,
      lagP50Ms: null,
      lagP99Ms: null,
      lagMaxMs: null,
      eventLoopP99Ms: null,
      offeredRate: null,
      achievedRate: null,
    },
    otherCpu: null,
    certificate: null,
    verdict: {
      verdict: "valid",
      reasons: [
        {
          id: "import",
          severity: "note",
          text: "It was measured by a version that did not judge its measurements.",
          value: null,
          limit: null,
        },
      ],
    },
    events: [],
  };
}

function serverOf(server: StepV1["server"], where: string): ExperimentStep["server"] {
  if (server === null) return null;
  const split = { cacheHitMs: null, cacheMissMs: null, ...server };
  const schema = z.object({ [`${where}.server`]: serverSplit });
  return checked(schema, { [`${where}.server`]: split })[`${where}.server`] ?? null;
}

function latencyOf({ latency, histogram }: StepV1): ExperimentStep["response"] {
  const decoded = histogram === "" ? null : decodeHistogram(histogram);
  const percentile = (share: number) => {
    const micros = decoded && percentileWithInterval(decoded, share);
    return (
      micros && {
        value: micros.value / 1000,
        low: micros.low / 1000,
        high: micros.high / 1000,
      }
    );
  };
  return {
    count: latency.count,
    mean: latency.meanMs,
    min: latency.minMs,
    max: latency.maxMs,
    p50: percentile(50),
    p90: percentile(90),
    p95: percentile(95),
    p99: percentile(99),
    p999: percentile(99.9),
    histogram,
  };
}
