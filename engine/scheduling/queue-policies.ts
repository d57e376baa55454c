import type { DynamicBatching, QueuePolicy } from "../config/types.ts";

const NO_LIMITS: QueuePolicy = {
  timeout_action: "REJECT",
  default_timeout_microseconds: 0,
  allow_timeout_override: false,
  max_queue_size: 0,
};

/** The priority level of a request, and the level's policy (rules SCHED-Q1, SCHED-Q2 and SCHED-Q5). */
export class QueuePolicies {
  /** 0 without any. */
  readonly levels: number;
  readonly #defaultLevel: number;
  readonly #default: QueuePolicy;
  readonly #byLevel: ReadonlyMap<number, QueuePolicy>;

  /** Without dynamic batching there are neither levels nor limits (rule SCHED-B1). */
  constructor(batching?: DynamicBatching) {
    this.levels = Number(batching?.priority_levels ?? 0);
    this.#defaultLevel = this.levels > 0 ? Number(batching?.default_priority_level ?? 1) : 0;
    this.#default = batching?.default_queue_policy ?? NO_LIMITS;
    this.#byLevel = new Map(
      Object.entries(this.levels > 0 ? (batching?.priority_queue_policy ?? {}) : {}).map(
        ([level, policy]) => [Number(level), policy],
      ),
    );
  }

  /** Whether no request can be rejected, expire or be overtaken. */
  get unlimited(): boolean {
    const { default_timeout_microseconds, allow_timeout_override, max_queue_size } = this.#default;
    return (
      this.levels === 0 &&
      default_timeout_microseconds === 0 &&
      !allow_timeout_override &&
      max_queue_size === 0
    );
  }

  levelFor(priority: number): number {
    return priority >= 1 && priority <= this.levels ? priority : this.#defaultLevel;
  }

  of(level: number): QueuePolicy {
    return this.#byLevel.get(level) ?? this.#default;
  }
}

/** ns that a request may wait, Infinity without a limit. Its own timeout can only shorten the policy's. */
export function timeoutNs(policy: QueuePolicy, requestedUs: number): number {
  const byDefault = Number(policy.default_timeout_microseconds);
  if (byDefault === 0) return Infinity;
  const shorter = policy.allow_timeout_override && requestedUs > 0 && requestedUs < byDefault;
  return (shorter ? requestedUs : byDefault) * 1000;
}
