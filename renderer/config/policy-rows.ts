import type { DynamicBatching, QueuePolicy } from "../../engine/config/index.ts";

export interface PolicyRow {
  /** "": the default policy */
  readonly level: string;
  readonly name: string;
  /** False: the default policy applies. */
  readonly own: boolean;
  readonly policy: QueuePolicy;
}

/** Levels beyond this number are only shown if they have a policy. */
const SHOWN_LEVELS = 8;

const none: QueuePolicy = {
  timeout_action: "REJECT",
  default_timeout_microseconds: 0,
  allow_timeout_override: false,
  max_queue_size: 0,
};

/** The default policy and that of each priority level; `left`: number of levels not shown, which have none. */
export function policyRows(batching: DynamicBatching | undefined): {
  rows: PolicyRow[];
  left: number;
} {
  const levels = Number(batching?.priority_levels ?? 0);
  const policies = batching?.priority_queue_policy ?? {};
  const usual = batching?.default_queue_policy ?? none;
  const shown = new Set(Object.keys(policies));
  for (let level = 1; level <= Math.min(levels, SHOWN_LEVELS); level++) shown.add(String(level));
  const rows = [...shown]
    .toSorted((left, right) => Number(left) - Number(right))
    .map((level) => ({
      level,
      name: `Priority ${level}`,
      own: Object.hasOwn(policies, level),
      policy: policies[level] ?? usual,
    }));
  const own = batching?.default_queue_policy !== undefined;
  const first = { level: "", name: levels > 0 ? "Default" : "All requests", own, policy: usual };
  return { rows: [first, ...rows], left: Math.max(0, levels - rows.length) };
}
