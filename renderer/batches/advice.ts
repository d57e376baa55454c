import type { ReasonCount } from "../../main/contract/index.ts";
import { formatCount, formatDuration, formatPercent } from "../format/numbers.ts";
import { sum } from "./reason-counts.ts";

/** The parts of the configuration that determine batches. */
export interface BatchingFacts {
  /** Null if unknown. */
  readonly dynamicBatching: boolean | null;
  /** Whether requests of different sequences share batches. */
  readonly sequences: boolean;
  readonly maxBatchSize: number | null;
  /** 0: none */
  readonly delayMs: number;
  /** 0: none */
  readonly largestPreferred: number;
  /** Maximum queue depth; 0: unlimited. */
  readonly maxQueueSize: number;
}

/** Explains batch sizes and how to change them, in one or two sentences based on the counts. */
export function adviceOn(counts: readonly ReasonCount[], facts: BatchingFacts): string {
  const { maxQueueSize, maxBatchSize } = facts;
  const advice = mainAdvice(counts, facts);
  const narrow = maxQueueSize > 0 && maxQueueSize < (maxBatchSize ?? 0) && facts.dynamicBatching;
  return narrow && counts.length > 0
    ? `${advice} No more than max_queue_size, ${maxQueueSize}, can wait to join one.`
    : advice;
}

function mainAdvice(counts: readonly ReasonCount[], facts: BatchingFacts): string {
  const total = sum(counts, ({ batches }) => batches);
  if (total === 0) return "No batch ran in this span, so there is nothing to explain.";
  if (facts.maxBatchSize === 0)
    return "This model does not batch: its max_batch_size is 0, so every request runs alone.";
  if (facts.sequences) return sequenceAdvice(counts, facts);
  if (facts.dynamicBatching === false)
    return "Every request runs alone because dynamic batching is off: add dynamic_batching { } to the configuration and compare.";
  const main = counts.reduce((most, each) => (each.batches > most.batches ? each : most));
  const share = main.batches / total;
  const mean = main.items / main.batches;
  const most = `${formatPercent(share)} of the batches`;
  const of = facts.maxBatchSize === null ? "" : ` of ${facts.maxBatchSize} possible`;
  const items = `${formatCount(mean)} ${mean === 1 ? "item" : "items"}${of}`;
  switch (main.reason) {
    case "full":
      return facts.largestPreferred > 0 && facts.largestPreferred < (facts.maxBatchSize ?? 0)
        ? `${most} went out with all that preferred_batch_size asks for, ${facts.largestPreferred}: add a larger preferred size, or none at all, to let them grow to ${facts.maxBatchSize}.`
        : `${most} went out full. A larger max_batch_size, or another instance where compute has room, is what could still raise throughput.`;
    case "preferred":
      return `${most} went out at a preferred size, ${items} on average. Remove or raise preferred_batch_size to let them grow further.`;
    case "delay":
      return `${most} waited the whole delay${facts.delayMs > 0 ? ` of ${formatDuration(facts.delayMs)}` : ""} and had ${items} by then: more requests at the same time fill them, and a shorter delay costs little size and saves that wait.`;
    case "forced":
      return `${most} had to go because the next request did not fit, with ${items}: requests whose sizes divide max_batch_size pack better.`;
    case "shape":
      return `${most} ended where the next request had another shape, with ${items}: pad inputs to fewer shapes, or allow ragged batches.`;
    case "idle":
      return mean < 1.5
        ? `${most} found a free instance and an empty queue, so they ran with ${items}: raise the load${facts.delayMs > 0 ? "" : ", or set max_queue_delay_microseconds to hold requests for larger batches"}.`
        : `${most} took what had come while the instance was busy, ${items} on average: they grow with the load${facts.delayMs > 0 ? "" : ", and a max_queue_delay_microseconds would make them wait for more"}.`;
  }
}

function sequenceAdvice(counts: readonly ReasonCount[], { maxBatchSize }: BatchingFacts): string {
  const mean = sum(counts, ({ items }) => items) / sum(counts, ({ batches }) => batches);
  const of = maxBatchSize === null ? "" : ` of ${maxBatchSize} possible`;
  return `A batch takes one request of a sequence at most, and held ${formatCount(mean)}${of} on average: more sequences at the same time make it larger.`;
}
