import type { Proposal } from "../../contract/index.ts";
import {
  boundOf,
  change,
  computeMsOf,
  impossible,
  meanBatchOf,
  schedulerObstacle,
  shownMs,
  type TuningFacts,
  written,
} from "./facts.ts";

const LARGEST = 1024;
/** Batches are full from this share of max_batch_size on. */
const FULL = 0.8;

/** T1 to T4. */
export function batchSizeProposals(facts: TuningFacts): Proposal[] {
  const { config } = facts;
  const obstacle = schedulerObstacle(facts);
  if (obstacle) return [impossible(facts, "batch-size", obstacle)];
  if (config.max_batch_size < 1) {
    return [
      impossible(
        facts,
        "batch-size",
        "max_batch_size is 0: the model's tensors have no batch dimension that the server could fill.",
      ),
    ];
  }
  if (!config.dynamic_batching) return [turnOn(facts)];
  return [...larger(facts), ...smaller(facts)];
}

function turnOn(facts: TuningFacts): Proposal {
  return change(
    facts,
    "batch-size",
    "Turn on dynamic batching",
    `Every request runs alone, though the model takes ${facts.config.max_batch_size} at a time. The batcher sends what waits together, and waits for nothing by itself. It pays where a batch takes little longer than a single request.`,
    { path: ["dynamic_batching"], value: {} },
  );
}

function larger(facts: TuningFacts): Proposal[] {
  const most = facts.config.max_batch_size;
  const mean = meanBatchOf(facts);
  if (most >= LARGEST) return [];
  const reason =
    mean === null
      ? "A larger batch costs memory and time per batch, and less time per item as long as the device has room."
      : mean >= FULL * most
        ? `Batches are as large as they may be (${mean.toFixed(1)} of ${most}): more may go through at a time.`
        : `Batches hold ${mean.toFixed(1)} of ${most} items, so that a higher limit will hardly matter at this load.`;
  return [sized(facts, Math.min(LARGEST, most * 2), "Raise", reason)];
}

function smaller(facts: TuningFacts): Proposal[] {
  const most = facts.config.max_batch_size;
  const bound = boundOf(facts);
  const compute = computeMsOf(facts);
  if (most < 2) return [];
  const reason =
    bound !== null && compute !== null && compute > bound / 2
      ? `Computing a batch takes ${shownMs(compute)}, over half of the ${shownMs(bound)} allowed: smaller batches answer sooner, and throughput may fall.`
      : "Smaller batches answer sooner where a batch's time grows with its size; throughput may fall.";
  return [sized(facts, Math.max(1, Math.floor(most / 2)), "Lower", reason)];
}

/** Preferred sizes beyond the limit would be refused at load. */
function sized(facts: TuningFacts, size: number, verb: string, reason: string): Proposal {
  const preferred = written(facts).dynamic_batching?.preferred_batch_size ?? [];
  const kept = preferred.filter((each) => each <= size);
  return change(
    facts,
    "batch-size",
    `${verb} max_batch_size to ${size}`,
    reason,
    { path: ["max_batch_size"], value: size },
    ...(kept.length === preferred.length
      ? []
      : [
          {
            path: ["dynamic_batching", "preferred_batch_size"],
            value: kept.length === 0 ? null : kept,
          },
        ]),
  );
}
