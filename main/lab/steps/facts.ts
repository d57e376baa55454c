import {
  choosesRepeats,
  type ExperimentPlan,
  isChatPlan,
  type ServerSplit,
} from "../../contract/index.ts";
import type { RunResult } from "../generator/messages.ts";
import { drift } from "../statistics/index.ts";
import type { RunFacts } from "../validity/index.ts";

export interface MeasuredFacts {
  readonly plan: ExperimentPlan;
  readonly result: RunResult;
  readonly complete: boolean;
  readonly cacheEntries: number | null;
  readonly otherCpu: number | null;
  readonly sameMachine: boolean;
  readonly caveat: string | null;
  readonly replaced: boolean;
  readonly server: ServerSplit | null;
  readonly latency: RunFacts["latency"];
}

/** The facts by which a step is judged. */
export function collectFacts(measured: MeasuredFacts): RunFacts {
  const { plan, result, complete, cacheEntries, otherCpu, sameMachine, caveat, replaced, server } =
    measured;
  const { health } = result;
  const closed = plan.load.kind === "concurrency";
  return {
    loop: closed ? "closed" : "open",
    sends: health.sends,
    lateSends: health.lateSends,
    offeredRate: health.offeredRate,
    achievedRate: health.achievedRate,
    unfinished: result.outcomes.unfinished,
    generatorCpu: health.cpu,
    latency: measured.latency,
    possibleError: result.possibleError,
    distinctInputs: result.distinctRequests,
    repeatedPrompts: countRepeats(plan, result),
    cacheEntries,
    hitShare: cacheHitShare(server),
    hitRateChosen: choosesRepeats(plan),
    repeatShare: highestRepeatShare(plan),
    drift: isSteady(plan, result) ? computeRunDrift(result) : null,
    otherCpu,
    serverOnThisMachine: sameMachine,
    caveat,
    replaced,
    samples: result.successes,
    adjusted: result.adjustedAt !== null,
    complete,
  };
}

function countRepeats(plan: ExperimentPlan, result: RunResult): number | null {
  const { traffic } = plan;
  if (!isChatPlan(plan) || traffic.some(({ reuse }) => reuse.kind !== "turns")) return null;
  // The warm-up of a trace sends other prompts.
  const isTrace = traffic.some(
    ({ inputs }) => inputs.kind === "chat" && inputs.prompts.kind === "trace",
  );
  const begun = result.conversations?.begun;
  const sent = begun ?? (isTrace ? result.health.sends : result.totals.sent);
  return Math.max(0, sent - result.distinctRequests);
}

/** The highest of all models. */
function highestRepeatShare({ traffic }: ExperimentPlan): number | null {
  const shares = traffic.map(({ reuse }) =>
    reuse.kind === "duplicates" ? reuse.share : reuse.kind === "turns" ? 0 : null,
  );
  return shares.includes(null) ? null : Math.max(...shares.map((share) => share ?? 0));
}

function cacheHitShare(server: ServerSplit | null): number | null {
  const lookups = server ? server.cacheHits + server.cacheMisses : 0;
  return server && lookups > 0 ? server.cacheHits / lookups : null;
}

/** Whether the load was constant. */
function isSteady({ load }: ExperimentPlan, { adjustedAt }: RunResult): boolean {
  const steady = load.kind === "concurrency" || load.kind === "rate";
  return steady && adjustedAt === null;
}

function computeRunDrift({ windows, p99Course }: RunResult): RunFacts["drift"] {
  const measured = windows.filter(({ from, seconds }) => from >= 0 && seconds > 0);
  return drift(
    measured.map(({ successes, seconds, p50 }) => ({
      throughput: successes / seconds,
      latency: p50,
    })),
    p99Course,
  );
}
