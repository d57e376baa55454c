import type { ModelConfig, QueuePolicy } from "../../../engine/config/index.ts";
import { policyRows } from "../policy-rows.ts";

/** A request that arrives now. Durations are µs. */
export interface Arrival {
  /** Null: its client waits indefinitely. */
  readonly deadline: number | null;
  /** The request's own `timeout`; null without one. */
  readonly timeout: number | null;
}

export interface QueueClock {
  /** As in the text: "" without priority levels. */
  readonly level: string;
  readonly name: string;
  readonly policy: QueuePolicy;
  /** The effective timeout; 0: none. */
  readonly timeout: number;
}

export interface Clocks {
  /** Maximum batching delay; null without batching. */
  readonly delay: number | null;
  /** One for each priority level; empty without queue policies. */
  readonly queues: readonly QueueClock[];
  readonly deadline: number | null;
}

/**
 * The timeouts of a request: batching delay, maximum time in the queue, and client deadline. As in Triton's dynamic
 * batcher (scheduling/SPEC.md, SCHED-B6, SCHED-Q1 and SCHED-Q2).
 */
export function computeClocks(config: ModelConfig, { deadline, timeout }: Arrival): Clocks {
  const { dynamic_batching: batching, sequence_batching: sequences } = config;
  if (!batching) {
    const strategy = sequences?.oldest ?? sequences?.direct;
    const delay = sequences ? Number(strategy?.max_queue_delay_microseconds ?? 0) : null;
    return { delay, queues: [], deadline };
  }
  const { rows } = policyRows(batching);
  const queues = (batching.priority_levels !== 0 ? rows.slice(1) : rows.slice(0, 1)).map(
    ({ level, name, policy }) => ({
      level,
      name: level === "" ? "In the queue" : name,
      policy,
      timeout: effectiveTimeout(policy, timeout),
    }),
  );
  return { delay: Number(batching.max_queue_delay_microseconds), queues, deadline };
}

/** A request's own timeout applies only if overrides are allowed and it is shorter. */
function effectiveTimeout(policy: QueuePolicy, own: number | null): number {
  const { allow_timeout_override: allowed } = policy;
  const usual = Number(policy.default_timeout_microseconds);
  return allowed && own !== null && own > 0 && own < usual ? own : usual;
}
