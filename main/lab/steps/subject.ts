import type { ModelStatistics } from "../../../engine/types.ts";
import type { ExperimentPlan } from "../../contract/index.ts";
import type { Target } from "../../wire/index.ts";
import type { Observation } from "../../servers/index.ts";
import type { MetricsReading } from "../../servers/metrics/index.ts";
import type { RunSpec, TrafficSpec } from "../generator/messages.ts";
import { expectedSeconds, type StepLoad } from "../loads.ts";

/** What is measured: requests that are described completely, and what can be seen of the server. */
export interface Subject {
  readonly plan: ExperimentPlan;
  readonly traffic: readonly TrafficSpec[];
  /** Of the plan's wire. */
  readonly target: Target;
  readonly server: ServerEyes;
}

/** What a server shows while it is measured. Calls may reject: what cannot be seen is left out. */
export interface ServerEyes {
  /** Counters of all versions of a model. */
  readonly statistics: (model: string) => Promise<ModelStatistics[]>;
  /** Figures of any kind of server; of chat servers. */
  readonly observe?: () => Promise<Observation>;
  /** Its metrics endpoint, where one is known. */
  readonly metrics?: () => Promise<MetricsReading>;
  /** Names of the instances of the first model; empty where the server reports none. */
  readonly instances?: readonly string[];
  /** Calls back with the name of an instance for every batch it ran. */
  readonly watchInstances?: (ran: (instance: string) => void) => Disposable;
  /** How many responses of this size the cache holds; null without one. */
  readonly cacheEntries?: () => Promise<number | null>;
  /** Of its process, where that is on this machine. */
  readonly pid?: number | null;
  readonly sameMachine: boolean;
  /** Why latency measured on the way to it is unfit for claims. */
  readonly caveat?: string | null;
  /** Calls back with what happens to it, in a sentence. */
  readonly watchEvents?: (happened: (words: string) => void) => Disposable;
}

const WINDOWS = 60;

interface RunOrder {
  readonly load: StepLoad;
  readonly seed: number;
  readonly position: number;
  /** 0: the first. Those after a disturbance don't share contents with it. */
  readonly attempt?: number;
}

/** The order to the generator for one step. */
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
    ...(plan.wire === "openai" && {
      streamed: {
        boundOfFirst: plan.objective?.of === "firstToken",
        perTokenMs: plan.objective?.perTokenMs ?? null,
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
 * What an earlier step's prompts left in a prefix cache is not this one's. Where repeats are chosen they shall be the only ones, too: what an
 * earlier step sent may lie in a cache. Other contents stay the same, so that steps differ in their load alone.
 */
function freshContents(kind: TrafficSpec, position: number): TrafficSpec {
  return kind.reuse.kind === "turns" && kind.source.kind !== "chat"
    ? kind
    : { ...kind, seed: (kind.seed + SEEDS_APART * position) | 0 };
}

/** Requests that are to come are waited for no longer than this, s. */
const MOST_WARMUP_SECONDS = 600;

function toWarmup({ warmup }: ExperimentPlan): RunSpec["warmup"] {
  switch (warmup.kind) {
    case "auto":
      return { seconds: warmup.mostSeconds, requests: null };
    case "fixed":
      return { seconds: warmup.seconds, requests: null };
    case "requests":
      return { seconds: MOST_WARMUP_SECONDS, requests: warmup.count };
  }
}
