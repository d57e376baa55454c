import {
  objectiveMs,
  change,
  type Effect,
  impossible,
  type Ranked,
  schedulerObstacle,
  type TuningFacts,
} from "./facts.ts";
import { formatMs, formatShare, loadFigures } from "./load-figures.ts";

const POLICY = ["dynamic_batching", "default_queue_policy"];
const LARGEST_QUEUE = 10_000;

/** TUNING-16 to TUNING-19. */
export function queuePolicyProposals(facts: TuningFacts): Ranked[] {
  const obstacle = schedulerObstacle(facts);
  if (obstacle) return [impossible(facts, "queue-policy", obstacle)];
  const batching = facts.config.dynamic_batching;
  if (!batching) {
    return [
      impossible(
        facts,
        "queue-policy",
        "Needs dynamic batching: without it the queue has no limit. Turn that on first.",
      ),
    ];
  }
  const policy = batching.default_queue_policy;
  const size = objectiveLimit(facts);
  const bound = objectiveMs(facts);
  return [
    ...(policy?.max_queue_size === size ? [] : [limit(facts, size)]),
    ...(bound === null || policy?.default_timeout_microseconds === Math.round(bound * 1000)
      ? []
      : [expire(facts, bound)]),
  ];
}

function limit(facts: TuningFacts, size: number): Ranked {
  return change(
    facts,
    {
      knob: "queue-policy",
      title: `Queue limit ${size} requests`,
      reason:
        "Under overload, requests beyond the limit are rejected at once, and those accepted are answered in time. This raises goodput, not throughput.",
    },
    limitEffect(facts, size),
    { path: [...POLICY, "max_queue_size"], value: size },
  );
}

function limitEffect(facts: TuningFacts, size: number): Effect {
  const clients = loadFigures(facts)?.clients ?? null;
  if (clients !== null && clients <= size) {
    return {
      gain: 0,
      text: `None at this load: ${clients} clients never have more than ${clients} requests in the queue.`,
    };
  }
  return lateEffect(facts);
}

function expire(facts: TuningFacts, boundMs: number): Ranked {
  const time = formatMs(boundMs);
  return change(
    facts,
    {
      knob: "queue-policy",
      title: `Time out after ${time} in queue`,
      reason: `A request that waited ${time} misses the latency objective anyway. Rejecting it frees the model for those that can still be in time.`,
    },
    lateEffect(facts),
    { path: [...POLICY, "default_timeout_microseconds"], value: Math.round(boundMs * 1000) },
    { path: [...POLICY, "timeout_action"], value: "REJECT" },
  );
}

/** From the share of responses that missed the objective. */
function lateEffect({ measured, plan }: TuningFacts): Effect {
  const unfinished = measured?.outcomes.unfinished ?? 0;
  if (unfinished > 0) {
    return {
      gain: 0.5,
      text: `Goodput rises: ${unfinished} requests were still unfinished at the end, so the server can't keep up with this load.`,
    };
  }
  if (!measured || measured.goodput === null || measured.inferencesPerSecond === 0) {
    return { gain: null, text: "Unknown: goodput was not measured." };
  }
  const late = Math.max(0, 1 - measured.goodput / measured.inferencesPerSecond);
  const p99 = measured.response.p99?.value ?? null;
  const bound = plan.objective?.boundMs;
  const seen = `${formatShare(late)} of responses missed the latency objective${bound === undefined ? "" : ` of ${formatMs(bound)}`}${p99 === null ? "" : ` (p99 ${formatMs(p99)})`}`;
  if (late < 0.03) return { gain: late, text: `None at this load: ${seen}.` };
  const gain = Math.min(3, late / (1 - Math.min(late, 0.75))) / 2;
  return { gain, text: `Up to +${formatShare(2 * gain)} goodput: ${seen}.` };
}

/** Requests that can wait and still be answered within the objective: Little's law (1961), L = λW. */
function objectiveLimit(facts: TuningFacts): number {
  const bound = objectiveMs(facts);
  const rate = facts.measured?.requestsPerSecond ?? 0;
  const items = Math.max(1, facts.config.max_batch_size);
  const size = bound !== null && rate > 0 ? Math.ceil((bound / 1000) * rate) : 4 * items;
  return Math.min(LARGEST_QUEUE, Math.max(items, size));
}

/** The same, or the minimum for newly enabled batching: four full batches, and more than this load's clients. */
export function queueLimit(facts: TuningFacts): number {
  const clients = facts.plan.load.kind === "concurrency" ? Math.max(...facts.plan.load.levels) : 0;
  const least = Math.max(16, 4 * facts.config.max_batch_size, 2 * clients);
  return Math.min(LARGEST_QUEUE, Math.max(least, objectiveLimit(facts)));
}
