import type { BatchEvent } from "../../engine/types.ts";
import type { SizeFactors } from "./batch-time.ts";
import { MIN_EXECUTIONS } from "./learn-cost.ts";

/** A batch as the server reported it. */
export interface SingleBatch {
  readonly size: number;
  readonly ns: number;
}

/** The batches of a stream that didn't fail. */
export const toSingleBatches = (events: readonly BatchEvent[]): SingleBatch[] =>
  events
    .filter(({ failed }) => !failed)
    .map(({ items, computeInputNs, computeInferNs, computeOutputNs }) => ({
      size: items,
      ns: computeInputNs + computeInferNs + computeOutputNs,
    }));

/** Newest factors per size. */
export const MAX_FACTORS = 2048;

/** Variation of single batches around the mean of their size, in the order in which they ran (SIM-15). */
export function learnFactors(batches: readonly SingleBatch[]): SizeFactors[] {
  return [...Map.groupBy(batches, ({ size }) => size)]
    .filter(([, same]) => same.length >= MIN_EXECUTIONS)
    .map(([size, same]) => {
      const times = same.slice(-MAX_FACTORS).map(({ ns }) => ns);
      const mean = times.reduce((sum, ns) => sum + ns, 0) / times.length;
      return { size, factors: times.map((ns) => ns / mean) };
    })
    .toSorted((a, b) => a.size - b.size);
}
