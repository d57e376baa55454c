import type { Proposal } from "../../contract/index.ts";
import {
  boundOf,
  change,
  impossible,
  schedulerObstacle,
  shownMs,
  type TuningFacts,
} from "./facts.ts";

const POLICY = ["dynamic_batching", "default_queue_policy"];
const LARGEST_QUEUE = 10_000;

/** T16 to T19. */
export function queuePolicyProposals(facts: TuningFacts): Proposal[] {
  const obstacle = schedulerObstacle(facts);
  if (obstacle) return [impossible(facts, "queue-policy", obstacle)];
  const batching = facts.config.dynamic_batching;
  if (!batching) {
    return [
      impossible(
        facts,
        "queue-policy",
        "Without dynamic batching there is no queue policy: the queue takes everything. Turn that on first.",
      ),
    ];
  }
  const policy = batching.default_queue_policy;
  const size = queueSize(facts);
  const bound = boundOf(facts);
  return [
    ...(policy?.max_queue_size === size ? [] : [limit(facts, size)]),
    ...(bound === null || policy?.default_timeout_microseconds === Math.round(bound * 1000)
      ? []
      : [expire(facts, bound)]),
  ];
}

function limit(facts: TuningFacts, size: number): Proposal {
  return change(
    facts,
    "queue-policy",
    `Refuse beyond ${size} waiting requests`,
    "Under overload an endless queue makes every answer late. With a limit what is accepted is answered in time, and the rest is refused at once; goodput shows it, throughput does not.",
    { path: [...POLICY, "max_queue_size"], value: size },
  );
}

function expire(facts: TuningFacts, boundMs: number): Proposal {
  return change(
    facts,
    "queue-policy",
    `Give up what waited ${shownMs(boundMs)}`,
    "A request that waited longer than the objective is late whatever happens: evicting it leaves the model to those that can still be in time. This is the timeout; the batch delay is none.",
    { path: [...POLICY, "default_timeout_microseconds"], value: Math.round(boundMs * 1000) },
    { path: [...POLICY, "timeout_action"], value: "REJECT" },
  );
}

/** What can wait and still be answered within the objective: Little's law (1961), L = λW. */
function queueSize(facts: TuningFacts): number {
  const bound = boundOf(facts);
  const rate = facts.measured?.requestsPerSecond ?? 0;
  const items = Math.max(1, facts.config.max_batch_size);
  const size = bound !== null && rate > 0 ? Math.ceil((bound / 1000) * rate) : 4 * items;
  return Math.min(LARGEST_QUEUE, Math.max(items, size));
}
