import type { ModelStatistics } from "../../../engine/types.ts";
import {
  type ExperimentPlan,
  isPooling,
  isStreamedPlan,
  type StepPower,
} from "../../contract/index.ts";
import type { Target } from "../../wire/index.ts";
import type { Observation } from "../../servers/index.ts";
import type { MetricsReading } from "../../servers/metrics/index.ts";
import type { RunSpec, TrafficSpec } from "../generator/messages.ts";
import { expectedSeconds, type StepLoad } from "../loads.ts";

/** What is measured: completely described requests, and what can be read from the server. */
export interface Subject {
  readonly plan: ExperimentPlan;
  readonly traffic: readonly TrafficSpec[];
  /** For the plan's protocol. */
  readonly target: Target;
  readonly server: ServerEyes;
}

/** What a server reports during a measurement. Calls may reject: what can't be read is left out. */
export interface ServerEyes {
  /** Counters of all versions of a model. */
  readonly statistics: (model: string) => Promise<ModelStatistics[]>;
  /** Figures of any kind of server; of chat servers. */
  readonly observe?: () => Promise<Observation>;
  /** Its metrics endpoint, if known. */
  readonly metrics?: () => Promise<MetricsReading>;
  /** Names of the instances of the first model; empty if the server reports none. */
  readonly instances?: readonly string[];
  /** Calls back with the name of the instance for every batch. */
  readonly watchInstances?: (ran: (instance: string) => void) => Disposable;
  /** How many responses of this size the cache holds; null without one. */
  readonly cacheEntries?: () => Promise<number | null>;
  /** Of its process, if it is on this machine. */
  readonly pid?: number | null;
  readonly sameMachine: boolean;
  /** Why latency measured on the way to it is unreliable. */
  readonly caveat?: string | null;
  /** Power of its GPUs between two instants, ms since the epoch; null where it is unknown. */
  readonly power?: (from: number, to: number) => Promise<StepPower | null>;
  /** Calls back with its events, in sentences. */
  readonly watchEvents?: (happened: (words: string) => void) => Disposable;
}

const WINDOWS = 60;

interface RunOrder {
  readonly load: StepLoad;
  readonly seed: number;
  readonly position: number;
  /** 0: the first. Measurements after a disturbance don't share contents with it. */
  readonly attempt?: number;
}

/** The generator's run for one step. */
export function makeRunSpec(
  { plan, traffic, target, server }: Subject,
  { load, seed, position, attempt = 0 }: RunOrder,
): RunSpec {
  return {
    wire: plan.wire,
    target,
    traffic: traffic.map((kind) => freshContents(kind, position + ATTEMPTS_APART * attempt)),
    load: load.spec,
    seed,
    warmup: toWarmup(plan),
    seconds: load.seconds,
    requests: plan.requestsPerStep,
    boundMs: plan.objective?.boundMs ?? null,
    ...(isStreamedPlan(plan) && {
      streamed: {
        boundOfFirst: plan.objective?.of === "firstToken",
        perTokenMs: plan.objective?.perTokenMs ?? null,
        responseMs: plan.objective?.responseMs ?? null,
      },
    }),
    sameMachine: server.sameMachine,
    serverPid: server.pid ?? null,
    windowSeconds: Math.min(
      5,
      Math.max(0.1, expectedSeconds(load, plan.requestsPerStep) / WINDOWS),
    ),
  };
}

/** Steps do not share the seeds of their kinds. */
const SEEDS_APART = 1009;
/** More steps than an experiment has. */
const ATTEMPTS_APART = 100_000;

/**
 * An earlier step's prompts in a prefix cache must not count for this one. Chosen repeats must be the only ones, too:
 * an earlier step's requests may be in a cache. Other contents stay the same, so that steps differ only in their load.
 */
function freshContents(kind: TrafficSpec, position: number): TrafficSpec {
  return kind.reuse.kind === "turns" && kind.source.kind !== "chat" && !isPooling(kind.source)
    ? kind
    : { ...kind, seed: (kind.seed + SEEDS_APART * position) | 0 };
}

/** Requests still to come are awaited for at most this, s. */
const MAX_WARMUP_SECONDS = 600;

function toWarmup({ warmup }: ExperimentPlan): RunSpec["warmup"] {
  switch (warmup.kind) {
    case "auto":
      return { seconds: warmup.mostSeconds, requests: null };
    case "fixed":
      return { seconds: warmup.seconds, requests: null };
    case "requests":
      return { seconds: MAX_WARMUP_SECONDS, requests: warmup.count };
  }
}
