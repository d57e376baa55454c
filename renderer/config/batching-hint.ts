import type { Finding, ParsedConfig } from "../../engine/config/index.ts";

/**
 * The advice to turn the dynamic batcher on, with a limit of its queue, where a configuration could gain from it: the
 * model takes batches and nothing else schedules it.
 */
export function batchingAdvice(
  { config }: ParsedConfig,
  findings: readonly Finding[],
): Finding | undefined {
  const could =
    config.max_batch_size > 1 &&
    config.dynamic_batching === undefined &&
    config.sequence_batching === undefined &&
    config.ensemble_scheduling === undefined;
  return could
    ? findings.find(({ rule, fix }) => (rule === "Q2" || rule === "B4") && fix)
    : undefined;
}
