import { parseConfig } from "../../../engine/config/index.ts";
import {
  objectiveMs,
  change,
  type Effect,
  impossible,
  type Ranked,
  schedulerObstacle,
  type TuningFacts,
} from "./facts.ts";
import {
  batchCost,
  describeWait,
  formatCount,
  formatMs,
  formatShare,
  instanceCount,
  itemSaving,
  loadFigures,
  NOT_MEASURED,
} from "./load-figures.ts";
import { queueLimit } from "./queue-policy.ts";

const LARGEST = 1024;
/** Share of max_batch_size from which batches count as full. */
const FULL = 0.8;
/** Expected share of the largest possible gain if the cost of a batch is unknown. */
const LIKELY = 0.5;

/** TUNING-1 to TUNING-4. */
export function batchSizeProposals(facts: TuningFacts): Ranked[] {
  const { config } = facts;
  const obstacle = schedulerObstacle(facts);
  if (obstacle) return [impossible(facts, "batch-size", obstacle)];
  const most = config.max_batch_size;
  if (most < 1) {
    return [
      impossible(
        facts,
        "batch-size",
        "max_batch_size is 0: the model's tensors have no batch dimension for the server to fill.",
      ),
    ];
  }
  if (!config.dynamic_batching) return [turnOn(facts)];
  return [
    ...(most < LARGEST ? [sized(facts, Math.min(LARGEST, most * 2))] : []),
    ...(most > 1 ? [sized(facts, Math.floor(most / 2))] : []),
  ];
}

function turnOn(facts: TuningFacts): Ranked {
  const limit = queueLimit(facts);
  return change(
    facts,
    {
      knob: "batch-size",
      title: "Turn on dynamic batching",
      reason: `Requests that wait at the same time run as one batch of up to ${facts.config.max_batch_size}, without a batching delay. The queue is limited to ${limit} requests.`,
    },
    turnOnEffect(facts),
    { path: ["dynamic_batching", "default_queue_policy", "max_queue_size"], value: limit },
  );
}

function turnOnEffect(facts: TuningFacts): Effect {
  const figures = loadFigures(facts);
  if (figures === null) return { gain: null, text: NOT_MEASURED };
  const most = facts.config.max_batch_size;
  const size = Math.min(most, 1 + figures.waiting / instanceCount(facts));
  const waits = `${formatCount(figures.waiting)} requests wait on average, ${describeWait(figures)}`;
  const cost = batchCost(facts);
  if (size < 1.2) return { gain: 0, text: `None at this load: ${waits}; batches hardly form.` };
  if (cost === null) {
    return {
      gain: LIKELY * (size - 1),
      text: `Up to ${formatCount(size)}× throughput: ${waits}, enough for batches of ${formatCount(size)}. The cost of a batch isn't measured yet.`,
    };
  }
  const gain = 1 / (1 - itemSaving(cost, 1, size)) - 1;
  return {
    gain,
    text: `About ${formatCount(1 + gain)}× throughput: ${waits}. A batch of ${formatCount(size)} takes ${formatMs(cost(size))}, a single item ${formatMs(cost(1))}.`,
  };
}

function sized(facts: TuningFacts, size: number): Ranked {
  const raise = size > facts.config.max_batch_size;
  return change(
    facts,
    {
      knob: "batch-size",
      title: `${raise ? "Raise" : "Lower"} max_batch_size to ${size}`,
      reason: raise
        ? "A larger batch takes more memory and time, and less time per item while the device has room."
        : "A smaller batch responds sooner if its time grows with its size; throughput may fall.",
    },
    raise ? raiseEffect(facts, size) : lowerEffect(facts, size),
    { path: ["max_batch_size"], value: size },
    ...preferred(facts, size),
  );
}

function raiseEffect(facts: TuningFacts, size: number): Effect {
  const figures = loadFigures(facts);
  if (figures === null) return { gain: null, text: NOT_MEASURED };
  const most = facts.config.max_batch_size;
  const { meanBatch, waiting, waitShare } = figures;
  const held = `batches hold ${formatCount(meanBatch)} of ${most} items on average`;
  if (meanBatch < FULL * most) {
    return { gain: 0, text: `None at this load: ${held}, so the limit is not reached.` };
  }
  const more = Math.min(size, meanBatch + waiting / instanceCount(facts));
  const cost = batchCost(facts);
  const saving =
    cost === null ? LIKELY * (1 - meanBatch / more) : itemSaving(cost, meanBatch, more);
  const gain = waitShare * (1 / (1 - saving) - 1);
  const time =
    cost === null
      ? "the cost of larger batches isn't measured"
      : `an item then takes ${formatShare(saving)} less time at the measured cost per batch`;
  return {
    gain,
    text: `Up to +${formatShare(gain)} throughput: ${held} and ${formatCount(waiting)} requests wait (${describeWait(figures)}); ${time}.`,
  };
}

function lowerEffect(facts: TuningFacts, size: number): Effect {
  const figures = loadFigures(facts);
  if (figures === null) return { gain: null, text: NOT_MEASURED };
  const { meanBatch, queueMs, computeMs, waitShare } = figures;
  const most = facts.config.max_batch_size;
  if (meanBatch <= size) {
    return {
      gain: 0,
      text: `None at this load: batches hold ${formatCount(meanBatch)} of ${most} items on average, no more than ${size}.`,
    };
  }
  if (waitShare > 0.5) {
    return {
      gain: 0,
      text: `None expected: requests spend ${describeWait(figures)}, and smaller batches lower throughput.`,
    };
  }
  const cost = batchCost(facts);
  const now = cost?.(meanBatch) ?? computeMs;
  const then = cost?.(size) ?? computeMs * (1 - LIKELY * (1 - size / meanBatch));
  const gain = Math.max(0, now - then) / (queueMs + computeMs);
  const bound = objectiveMs(facts);
  const allowed = bound === null ? "" : ` of the ${formatMs(bound)} allowed`;
  return {
    gain,
    text: `Up to −${formatShare(gain)} latency: a batch of ${formatCount(meanBatch)} computes ${formatMs(now)}${allowed}, one of ${size} about ${formatMs(then)}.`,
  };
}

/** Without preferred sizes beyond the new limit, which fail at load, and without the former limit, which is obsolete. */
function preferred({ text, config }: TuningFacts, size: number) {
  const sizes = parseConfig(text).config.dynamic_batching?.preferred_batch_size ?? [];
  const kept = sizes.filter((each) => each <= size && each !== config.max_batch_size);
  if (kept.length === sizes.length) return [];
  const value = kept.length === 0 ? null : kept;
  return [{ path: ["dynamic_batching", "preferred_batch_size"], value }];
}
