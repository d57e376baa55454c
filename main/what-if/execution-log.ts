import type { ModelStatistics } from "../../engine/types.ts";
import {
  type BatchSample,
  busyDuring,
  executionsBetween,
  learnFactors,
  type SingleBatch,
  type SizeFactors,
} from "../simulation/index.ts";
import { TimeSpread } from "./time-spread.ts";

/** Two consecutive readings of a server's statistics. */
export interface Answers {
  /** Null for the first reading. */
  readonly before: ServerReading | null;
  readonly now: ServerReading;
}

interface ServerReading {
  /** ms, monotonic */
  readonly at: number;
  readonly versions: ReadonlyMap<
    string,
    { readonly model: string; readonly loadId: string; readonly statistics: ModelStatistics }
  >;
}

/** What a log holds. */
export interface LoggedExecutions {
  readonly samples: readonly BatchSample[];
  readonly instances: readonly number[];
  readonly variation: number | null;
}

/** Executions from before a restart count as at most this many, so that new ones soon outweigh them. */
const MAX_KEPT = 200;
/** Executions of one size and number of busy instances; older ones fade as newer arrive. */
const MAX_COUNTED = 5000;
/** Newest single batches per size, from which the variation is learned, and sizes. */
const MAX_SINGLES = 256;
const MAX_SIZES = 256;
/** Numbers of busy instances are means, rounded to this step. */
const BUSY_STEP = 0.5;
/** ms after a reload in which a server without load ids may still be reported with its former configuration. */
const UNSURE_MS = 35_000;

/**
 * Batch times of one model by size and number of busy instances, kept across reloads, which reset the server's statistics
 * (WHATIF-7).
 */
export class ExecutionLog implements LoggedExecutions {
  readonly #model: string;
  readonly #samples = new Map<string, BatchSample>();
  readonly #instances = new Set<number>();
  readonly #spread = new TimeSpread();
  /** By size, oldest first. */
  readonly #singles = new Map<number, SingleBatch[]>();
  /** From before the restart, until enough new batches are known. */
  #keptVariation: number | null = null;
  #executions = 0;
  #unsureUntil = Number.NEGATIVE_INFINITY;

  /** `kept`: the log of the same model from before. */
  constructor(model: string, kept: LoggedExecutions | null = null) {
    this.#model = model;
    if (!kept) return;
    for (const sample of kept.samples) {
      const key = `${sample.busy} ${sample.size}`;
      this.#samples.set(key, { ...sample, count: Math.min(sample.count, MAX_KEPT) });
    }
    for (const count of kept.instances) this.#instances.add(count);
    this.#keptVariation = kept.variation;
  }

  get samples(): readonly BatchSample[] {
    return [...this.#samples.values()];
  }

  /** All that were counted. */
  get executions(): number {
    return this.#executions;
  }

  /** Numbers of instances that served. */
  get instances(): readonly number[] {
    return [...this.#instances];
  }

  /** Variation of the times of one size, as a share; null while unknown. */
  get variation(): number | null {
    return this.#spread.variation ?? this.#keptVariation;
  }

  /** Adds single batches reported by the server. */
  addBatches(batches: readonly SingleBatch[]): void {
    for (const batch of batches) {
      const { size, ns } = batch;
      this.#spread.add(`${size}`, { count: 1, ns });
      const same = this.#singles.get(size) ?? [];
      same.push(batch);
      if (same.length > MAX_SINGLES) same.shift();
      if (this.#singles.size < MAX_SIZES) this.#singles.set(size, same);
    }
  }

  /** Variation of single batches (WHATIF-12). */
  get factors(): readonly SizeFactors[] {
    return learnFactors([...this.#singles.values()].flat());
  }

  /** `instances`: of the active configuration; null while unknown. */
  add({ before, now }: Answers, instances: number | null): void {
    if (before === null) return;
    const [earlier, later] = [this.#of(before), this.#of(now)];
    if (isReloaded(earlier, later)) {
      // The first executions after a load are slower than later ones.
      const isKnown = later.every(({ loadId }) => loadId !== "");
      this.#unsureUntil = isKnown ? now.at : now.at + UNSURE_MS;
      return;
    }
    if (instances === null || before.at < this.#unsureUntil) return;
    const executions = executionsBetween(
      earlier.map(({ statistics }) => statistics),
      later.map(({ statistics }) => statistics),
    );
    if (executions.length === 0) return;
    this.#instances.add(instances);
    const spanNs = (now.at - before.at) * 1e6;
    const exact = busyDuring(executions, { instances, maxItems: null, spanNs });
    const busy = Math.max(1, Math.round(exact / BUSY_STEP) * BUSY_STEP);
    for (const { size, count, ns } of executions) {
      this.#count({ size, count, ns, busy });
      this.#spread.add(`${busy} ${size}`, { count, ns });
    }
  }

  #of({ versions }: ServerReading) {
    return [...versions.values()].filter(({ model }) => model === this.#model);
  }

  #count({ size, count, ns, busy }: BatchSample): void {
    this.#executions += count;
    const key = `${busy} ${size}`;
    const known = this.#samples.get(key) ?? { size, busy, count: 0, ns: 0 };
    const weight = Math.min(known.count, MAX_COUNTED);
    const total = weight + count;
    const mean = (known.ns * weight + ns * count) / total;
    this.#samples.set(key, { size, busy, count: total, ns: mean });
  }
}

type Versions = readonly { readonly loadId: string; readonly statistics: ModelStatistics }[];

/** Whether versions came, went, were loaded again, or counters went down. */
function isReloaded(earlier: Versions, later: Versions): boolean {
  if (earlier.length !== later.length) return true;
  return later.some(({ loadId, statistics }) => {
    const was = earlier.find((each) => each.statistics.version === statistics.version);
    return (
      was === undefined ||
      was.loadId !== loadId ||
      statistics.execution_count < was.statistics.execution_count
    );
  });
}
