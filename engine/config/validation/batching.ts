import { remove, setTo } from "../fix.ts";
import type { DynamicBatching, QueuePolicy, Uint64 } from "../types.ts";
import type { Check } from "./check.ts";

const PATH = "dynamic_batching";

/** SPEC.md V3b, CFG-V4, CFG-V5. */
export function checkBatching(check: Check): void {
  const batching = check.config.dynamic_batching;
  if (batching !== undefined) {
    checkPreferredSizes(check, batching.preferred_batch_size, PATH, "dynamic batching");
    checkPriorities(check, batching);
    if (batching.preserve_ordering) checkOrdering(check, batching);
  }
  const oldest = check.config.sequence_batching?.oldest;
  if (oldest !== undefined) {
    const path = "sequence_batching.oldest";
    checkPreferredSizes(check, oldest.preferred_batch_size, path, "sequence batching");
  }
}

function checkPreferredSizes(
  { config, name, problem }: Check,
  sizes: readonly number[],
  owner: string,
  scheduler: string,
): void {
  const max = config.max_batch_size;
  sizes.forEach((size, index) => {
    const list = `${owner}.preferred_batch_size`;
    const path = `${list}[${index}]`;
    const fix = remove(sizes.length === 1 ? list : path, `the preferred size ${size}`);
    if (size <= 0) {
      problem(
        "preferred-not-positive",
        path,
        `${scheduler} preferred size must be positive for ${name}, got ${size}`,
        { rule: "B2", fix },
      );
    } else if (size > max) {
      const message = `${scheduler} preferred size must be <= max batch size for ${name}: ${size} is more than max_batch_size ${max}`;
      problem("preferred-exceeds-max", path, message, { rule: "B2", fix });
    }
  });
}

function checkPriorities({ name, problem }: Check, batching: DynamicBatching): void {
  const levels = batching.priority_levels;
  if (levels === 0) return;
  const inRange = (level: Uint64): boolean =>
    BigInt(level) >= 1n && BigInt(level) <= BigInt(levels);
  const fallback = batching.default_priority_level;
  if (!inRange(fallback)) {
    const message = `default priority level must be in range [1, ${levels}] for ${name}, got ${fallback}`;
    const path = `${PATH}.default_priority_level`;
    problem("priority-out-of-range", path, message, { rule: "Q8", fix: setTo(path, levels) });
  }
  for (const key of Object.keys(batching.priority_queue_policy)) {
    if (inRange(key)) continue;
    const message = `priority queue policy must have priority level in range [1, ${levels}] for ${name}, got ${key}`;
    const path = `${PATH}.priority_queue_policy["${key}"]`;
    problem("priority-out-of-range", path, message, { fix: remove(path, `the policy of ${key}`) });
  }
}

function checkOrdering({ name, problem }: Check, batching: DynamicBatching): void {
  if (Number(batching.priority_levels) > 1) {
    const message = `Only one priority level is allowed when 'preserve_ordering' is true for ${name}, got ${batching.priority_levels}`;
    const path = `${PATH}.preserve_ordering`;
    problem("ordering-priorities", path, message, { rule: "Q7", fix: remove(path) });
  }
  const policies: [string, QueuePolicy | undefined][] = [
    [`${PATH}.default_queue_policy`, batching.default_queue_policy],
    ...Object.entries(batching.priority_queue_policy).map(
      ([key, policy]): [string, QueuePolicy] => [`${PATH}.priority_queue_policy["${key}"]`, policy],
    ),
  ];
  for (const [path, policy] of policies) {
    if (policy?.timeout_action !== "DELAY" || policy.default_timeout_microseconds === 0) continue;
    const message = `Queue policy can not have DELAY as timeout action when 'preserve_ordering' is true for ${name}`;
    const action = `${path}.timeout_action`;
    problem("ordering-delay", action, message, { rule: "Q7", fix: setTo(action, "REJECT") });
  }
}
