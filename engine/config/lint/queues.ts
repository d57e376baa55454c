import { remove, setTo } from "../fix.ts";
import type { DynamicBatching, QueuePolicy, Uint64 } from "../types.ts";
import {
  adviseOnLimit,
  adviseOnMissingQueue,
  DEFAULT_POLICY,
  type Policies,
} from "./queue-limits.ts";
import { duration, type Subject } from "./subject.ts";

const BATCHING = "dynamic_batching";
/** From here on a batching delay is long regardless of the objective. */
const LONG_DELAY_US = 100_000;
/** A suggested delay if the objective is unknown. */
const MODERATE_DELAY_US = 5000;
/** The longest timeout that requests may set, if the objective is unknown. */
const LONGEST_WAIT_US = 10_000_000;

/** Q1 to Q6; validation reports Q7 and Q8. */
export function adviseOnQueues(subject: Subject): void {
  const { written } = subject;
  adviseOnDelays(subject);
  const batching = written.dynamic_batching;
  if (batching === undefined) {
    adviseOnMissingQueue(subject);
    return;
  }
  const policies = listPolicies(batching);
  adviseOnLimit(subject, batching, policies);
  adviseOnPrefetch(subject, batching, policies);
  for (const [path, policy] of policies) {
    adviseOnOverride(subject, path, policy);
    adviseOnStarving(subject, path, policy);
  }
}

/** The configured queue policies, each with its path. */
function listPolicies({ default_queue_policy, priority_queue_policy }: DynamicBatching): Policies {
  return [
    ...(default_queue_policy ? [[DEFAULT_POLICY, default_queue_policy] as const] : []),
    ...Object.entries(priority_queue_policy).map(
      ([level, policy]) => [`${BATCHING}.priority_queue_policy["${level}"]`, policy] as const,
    ),
  ];
}

function adviseOnDelays({ written, options, advise }: Subject): void {
  const objective = options.latencyObjectiveMs;
  const quarter = objective === undefined ? undefined : Math.floor((objective * 1000) / 4);
  const limit = Math.min(LONG_DELAY_US, quarter ?? LONG_DELAY_US);
  const delays: [string, Uint64 | undefined][] = [
    [BATCHING, written.dynamic_batching?.max_queue_delay_microseconds],
    ["sequence_batching.oldest", written.sequence_batching?.oldest?.max_queue_delay_microseconds],
    ["sequence_batching.direct", written.sequence_batching?.direct?.max_queue_delay_microseconds],
  ];
  for (const [owner, micros = 0] of delays) {
    const delay = Number(micros);
    if (delay <= limit) continue;
    const path = `${owner}.max_queue_delay_microseconds`;
    const better = Math.min(limit, quarter ?? MODERATE_DELAY_US);
    const measure =
      quarter !== undefined && limit === quarter
        ? `a quarter of the objective of ${objective} ms`
        : duration(limit);
    advise(
      "Q3",
      path,
      `max_queue_delay_microseconds is ${duration(delay)}, more than ${measure}. Requests are held that long to form larger batches; it is not a timeout (that is default_timeout_microseconds). Start with ${duration(better)}.`,
      { fix: setTo(path, better) },
    );
  }
}

function adviseOnOverride({ options, advise }: Subject, path: string, policy: QueuePolicy): void {
  if (!policy.allow_timeout_override || policy.default_timeout_microseconds !== 0) return;
  const longest = Math.ceil((options.latencyObjectiveMs ?? 0) * 1000) || LONGEST_WAIT_US;
  const field = `${path}.allow_timeout_override`;
  // A timeout would delay requests without limit (Q6), which is invalid with ordered responses.
  const delays = policy.timeout_action === "DELAY";
  advise(
    "Q4",
    field,
    `allow_timeout_override has no effect, because default_timeout_microseconds is 0: a request's timeout can shorten the default but not set one. Set default_timeout_microseconds to the longest wait a request may ask for, for example ${duration(longest)}.`,
    { fix: delays ? remove(field) : setTo(`${path}.default_timeout_microseconds`, longest) },
  );
}

function adviseOnPrefetch(
  { options, advise }: Subject,
  batching: DynamicBatching,
  policies: Policies,
): void {
  // The embedded engine prefetches batches in any case.
  if (options.server === "embedded") return;
  // A limit or a timeout has the same cost, but Q1 recommends one of them and mentions it.
  const levels = batching.priority_levels !== 0 ? `${BATCHING}.priority_levels` : undefined;
  const overrides = policies.map(([path, policy]) =>
    policy.allow_timeout_override ? `${path}.allow_timeout_override` : undefined,
  );
  const first = [levels, ...overrides].find((path) => path !== undefined);
  if (first === undefined) return;
  advise(
    "Q5",
    first,
    `With ${first.slice(first.lastIndexOf(".") + 1)} Triton forms no batches while its instances are busy, so instances may stay idle between batches. Compare throughput with and without it.`,
  );
}

function adviseOnStarving({ advise }: Subject, path: string, policy: QueuePolicy): void {
  if (policy.timeout_action !== "DELAY" || policy.default_timeout_microseconds === 0) return;
  advise(
    "Q6",
    `${path}.timeout_action`,
    `timeout_action is DELAY: a request that waited ${duration(Number(policy.default_timeout_microseconds))} moves behind all others, never expires, and may wait forever. Set it to REJECT unless a late response is better than none.`,
    { fix: setTo(`${path}.timeout_action`, "REJECT") },
  );
}
