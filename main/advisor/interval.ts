import type { DispatchReason } from "../../engine/types.ts";
import type { CacheClient, ModelInstance } from "../contract/index.ts";
import type { ModelCounts } from "./model-counts.ts";

export interface FailureCounts {
  readonly rejected: number;
  /** Rejected because the queue was full; null where not reported by this server. */
  readonly refused: number | null;
  readonly canceled: number;
  readonly backend: number;
  readonly other: number;
}

/** Batches that were dispatched for one reason. */
export interface ReasonTotal {
  readonly batches: number;
  readonly requests: number;
}

export type ReasonTotals = Readonly<Partial<Record<DispatchReason, ReasonTotal>>>;

/** What happened to one model in about a second, and its state at the end. */
export interface Interval {
  readonly counts: ModelCounts;
  /** Requests waiting at the end; null where not reported by this server. */
  readonly queued: number | null;
  /** Those of them not assigned to an instance. */
  readonly unassigned: number | null;
  /** At the end; null if the server does not report what they do. */
  readonly instances: readonly ModelInstance[] | null;
  /** Null if the server reports no reasons. */
  readonly failed: FailureCounts | null;
  /** Time in the response cache: lookups of hits; lookups and insertions of misses. */
  readonly cacheNs: { readonly hit: number; readonly miss: number };
  /** Clients that used the response cache in the interval. */
  readonly clients: readonly CacheClient[];
  /** Null where not reported by this server, or not polled. */
  readonly reasons: ReasonTotals | null;
}
