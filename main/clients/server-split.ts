import type { ModelStatistics, StatisticDuration, TraceRecord } from "../../engine/types.ts";
import type { TrialSplit } from "../contract/index.ts";

type Counters = ModelStatistics["inference_stats"];

const NOTHING = {
  requests: 0,
  queueMs: null,
  computeInputMs: null,
  computeInferMs: null,
  computeOutputMs: null,
  cache: null,
  batchSize: null,
} as const;

export function noSplit(words: string): TrialSplit {
  return { ...NOTHING, provenance: "unavailable", words };
}

/** The split by the growth of one version's counters between two readings. */
export function splitFromStatistics(
  before: readonly ModelStatistics[],
  after: readonly ModelStatistics[],
): TrialSplit {
  const growth = after
    .map((now) => ({ now, was: before.find(({ version }) => version === now.version) }))
    .filter(({ now, was }) => finished(now) !== (was ? finished(was) : 0));
  const [only] = growth;
  if (!only) return noSplit("The server's statistics did not count it.");
  if (growth.length > 1) {
    return noSplit(
      "Several versions answered requests in the meantime, and the version of this one is unknown.",
    );
  }
  const { now, was } = only;
  const grown = (name: keyof Counters): StatisticDuration => ({
    count: now.inference_stats[name].count - (was?.inference_stats[name].count ?? 0),
    ns: now.inference_stats[name].ns - (was?.inference_stats[name].ns ?? 0),
  });
  const requests = grown("success").count + grown("fail").count;
  if (requests < 0) return noSplit("The server's counters were reset in the meantime.");
  const alone = requests === 1;
  return {
    provenance: alone ? "exact" : "derived",
    words: alone
      ? "From the server's statistics before and after: this was the only request."
      : `The mean of ${requests} requests that the server finished in the meantime: others ran at the same time.`,
    requests,
    queueMs: meanMs(grown("queue")),
    computeInputMs: meanMs(grown("compute_input")),
    computeInferMs: meanMs(grown("compute_infer")),
    computeOutputMs: meanMs(grown("compute_output")),
    cache: cacheOutcome(grown("cache_hit").count, grown("cache_miss").count),
    batchSize: alone ? findBatch(now, was) : null,
  };
}

/** Requests that a version finished, successful or not. */
export function finished({ inference_stats: { success, fail } }: ModelStatistics): number {
  return success.count + fail.count;
}

const meanMs = ({ count, ns }: StatisticDuration) => (count <= 0 ? null : ns / count / 1e6);

function cacheOutcome(hits: number, misses: number): TrialSplit["cache"] {
  if (hits > 0 && misses === 0) return "hit";
  return misses > 0 && hits === 0 ? "miss" : null;
}

/** The batch size of the only execution in between. */
function findBatch(now: ModelStatistics, was: ModelStatistics | undefined): number | null {
  const grown = now.batch_stats.filter(({ batch_size, compute_infer }) => {
    const then = was?.batch_stats.find((each) => each.batch_size === batch_size);
    return compute_infer.count > (then?.compute_infer.count ?? 0);
  });
  // A model that does not batch counts under 0.
  return grown.length === 1 ? grown[0]?.batch_size || null : null;
}

/** The split by a sampled request's own trace. */
export function splitFromTrace({ stamps, cacheHit, batchSize }: TraceRecord): TrialSplit {
  const at = (point: string) => stamps.find((stamp) => stamp.point === point)?.atNs ?? null;
  const between = (from: string, to: string) => {
    const [start, end] = [at(from), at(to)];
    return start === null || end === null ? null : (end - start) / 1e6;
  };
  const looked = at("CACHE_LOOKUP_START") !== null;
  return {
    provenance: "exact",
    words: "From the engine's trace of this request.",
    requests: 1,
    queueMs: between("QUEUE_START", "COMPUTE_START"),
    computeInputMs: between("COMPUTE_START", "COMPUTE_INPUT_END"),
    computeInferMs: between("COMPUTE_INPUT_END", "COMPUTE_OUTPUT_START"),
    computeOutputMs: between("COMPUTE_OUTPUT_START", "COMPUTE_END"),
    cache: looked ? (cacheHit ? "hit" : "miss") : null,
    batchSize: batchSize > 0 ? batchSize : null,
  };
}
