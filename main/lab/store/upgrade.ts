import { z } from "zod";
import { StatusError } from "../../../base/status-error.ts";
import {
  type Experiment,
  type ExperimentPlan,
  type ExperimentStep,
  environment,
  experimentPlan,
  experimentStep,
  PLAN_VERSION,
  serverSplit,
} from "../../contract/index.ts";
import { summarizeLatency } from "../steps/latency.ts";

const count = z.number();

/** Plans before version 2 had none, and were closed loops over one model. */
export const planV1 = z.object({
  serverId: z.string(),
  model: z.string(),
  modelVersion: z.string(),
  wire: z.enum(["http", "grpc"]),
  concurrencies: z.array(count),
  secondsPerStep: count,
  warmupSeconds: count,
  batchSize: count,
  distinctInputs: count,
  seed: count,
  shapes: z.record(z.string(), z.array(count)),
});

export const stepV1 = z.object({
  concurrency: count,
  startedAt: count,
  seconds: count,
  complete: z.boolean(),
  requestsPerSecond: count,
  inferencesPerSecond: count,
  successes: count,
  failures: z.array(z.object({ status: z.string(), message: z.string(), count })),
  server: serverSplit.omit({ cacheHitMs: true, cacheMissMs: true }).nullable(),
  histogram: z.string(),
  generatorCpu: count,
});

const environmentV1 = environment
  .omit({ memoryBytes: true, fingerprint: true, sameMachine: true })
  .extend({ fingerprint: z.undefined().optional() });

/** A stored plan, of this version or an earlier one. FAILED_PRECONDITION for one of a newer version. */
export function readPlan(stored: unknown): ExperimentPlan {
  const { version } = z.object({ version: count.optional() }).parse(stored);
  if (version === undefined) return planOfV1(planV1.parse(stored));
  if (version > PLAN_VERSION) {
    throw new StatusError(
      "FAILED_PRECONDITION",
      `The plan has version ${version}; this version of Batchdeck reads up to ${PLAN_VERSION}.`,
    );
  }
  // Later versions have more kinds of requests and loads; those of version 2 are unchanged.
  return experimentPlan.parse({ ...(stored as object), version: PLAN_VERSION });
}

export function readStep(stored: unknown): ExperimentStep {
  const old = stepV1.safeParse(stored);
  return old.success ? stepOfV1(old.data) : experimentStep.parse(stored);
}

/** `plan`: the one that ran. */
export function readEnvironment(
  stored: unknown,
  { serverId }: ExperimentPlan,
): Experiment["environment"] {
  const old = environmentV1.safeParse(stored);
  if (!old.success) return environment.parse(stored);
  const sameMachine = serverId === "embedded";
  return { ...old.data, memoryBytes: 0, fingerprint: "", sameMachine };
}

export function planOfV1(old: z.infer<typeof planV1>): ExperimentPlan {
  const { serverId, wire, secondsPerStep, concurrencies, warmupSeconds, seed } = old;
  const { model, modelVersion, batchSize, shapes, distinctInputs } = old;
  return {
    version: PLAN_VERSION,
    serverId,
    wire,
    traffic: [
      {
        model,
        modelVersion,
        weight: 1,
        batchSize,
        shapes,
        inputs: { kind: "generated", byInput: {} },
        distinctInputs,
        reuse: { kind: "turns" },
        deadlineMs: null,
        priority: 0,
        timeoutMicros: null,
        sequence: null,
        checkOutputs: false,
      },
    ],
    load: { kind: "concurrency", levels: concurrencies, thinkMs: 0 },
    secondsPerStep,
    requestsPerStep: null,
    warmup: { kind: "fixed", seconds: warmupSeconds },
    objective: null,
    stopWhenCertified: false,
    goal: { kind: "sweep" },
    seed: seed | 0,
  };
}

export function stepOfV1(old: z.infer<typeof stepV1>): ExperimentStep {
  const { concurrency, histogram, generatorCpu, server, ...same } = old;
  const failed = same.failures.reduce((sum, failure) => sum + failure.count, 0);
  const latency = summarizeLatency(histogram);
  return {
    ...same,
    load: { kind: "concurrency", value: concurrency },
    candidate: null,
    replicate: null,
    warmup: { seconds: 0, words: "as planned", settled: true },
    goodput: null,
    outcomes: { rejected: 0, timedOut: 0, cancelled: 0, failed, wrong: 0, unfinished: 0 },
    response: latency,
    service: latency,
    windows: [],
    server: server && { ...server, cacheHitMs: null, cacheMissMs: null },
    machine: null,
    chat: null,
    reconciliation: [],
    generator: {
      cpu: generatorCpu,
      sends: same.successes + failed,
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
          id: "",
          severity: "note",
          text: "Measured before runs were judged: nothing is known that speaks against it.",
          value: null,
          limit: null,
        },
      ],
    },
    events: [],
  };
}
