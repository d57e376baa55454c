import { setTo } from "../fix.ts";
import type { DynamicBatching, QueuePolicy } from "../types.ts";
import { leavesOpen } from "../open-tensors.ts";
import { hasScheduler, type Subject } from "./subject.ts";

export const DEFAULT_POLICY = "dynamic_batching.default_queue_policy";
/** A larger limit has no effect in practice. */
const LARGEST_QUEUE = 10_000;

/** Policies with their paths. */
export type Policies = readonly (readonly [path: string, policy: QueuePolicy])[];

/** A suggested queue size: what can be served within the objective, else a few full batches per instance. */
export function queueSize({ config, options }: Subject): number {
  const { latencyObjectiveMs: objective, requestRate: rate } = options;
  if (objective !== undefined && rate !== undefined) {
    return Math.min(LARGEST_QUEUE, Math.max(1, Math.ceil((objective / 1000) * rate)));
  }
  const instances = config.instance_group.reduce((sum, { count }) => sum + Math.max(1, count), 0);
  const few = 4 * Math.max(1, instances) * Math.max(1, config.max_batch_size);
  return Math.min(LARGEST_QUEUE, Math.max(16, few));
}

/** Q1. */
export function adviseOnLimit(
  subject: Subject,
  batching: DynamicBatching,
  policies: Policies,
): void {
  const isOpen = (policy: QueuePolicy | undefined) =>
    !policy || (policy.max_queue_size === 0 && policy.default_timeout_microseconds === 0);
  const own = Object.keys(batching.priority_queue_policy).length;
  const usesDefault = own === 0 || own < Number(batching.priority_levels);
  const open = policies.find(([path, policy]) => path !== DEFAULT_POLICY && isOpen(policy))?.[0];
  const path = usesDefault && isOpen(batching.default_queue_policy) ? DEFAULT_POLICY : open;
  if (path === undefined) return;
  const size = queueSize(subject);
  const cost =
    subject.options.server === "embedded"
      ? ""
      : " With a limit Triton no longer forms batches ahead: compare throughput with and without it.";
  subject.advise(
    "Q1",
    path,
    `max_queue_size and default_timeout_microseconds of ${path} are 0: under overload the queue grows without limit and every response is late. Set max_queue_size to about the latency objective times the request rate, or start with ${size}.${cost}`,
    { fix: setTo(`${path}.max_queue_size`, size) },
  );
}

/** Q2: limits need a batcher. */
export function adviseOnMissingQueue(subject: Subject): void {
  const { written, config, name, options, advise } = subject;
  // Without batching a queue limit would be the only gain, and B3 advises against such a batcher.
  if (written.max_batch_size < 2) return;
  if (hasScheduler(written) || written.platform === "ensemble") return;
  if (options.autoComplete !== false && leavesOpen({ ...written, backend: config.backend })) return;
  const size = queueSize(subject);
  advise(
    "Q2",
    "max_batch_size",
    `'${name}' has no dynamic_batching: each request runs alone, and its queue has no limit, timeout or priorities. Add dynamic_batching with max_queue_size ${size}.`,
    {
      fix: {
        title: `Add dynamic_batching with max_queue_size ${size}`,
        changes: [{ path: `${DEFAULT_POLICY}.max_queue_size`, value: size }],
      },
    },
  );
}
