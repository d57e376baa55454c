import { parseConfig } from "../../engine/config/index.ts";

/**
 * Whether a configuration could gain from the dynamic batcher: the model takes batches and nothing else
 * schedules it. False for a text that does not parse.
 */
export function couldBatch(text: string): boolean {
  const { config, findings } = parseConfig(text);
  return (
    findings.length === 0 &&
    config.max_batch_size > 1 &&
    config.dynamic_batching === undefined &&
    config.sequence_batching === undefined &&
    config.ensemble_scheduling === undefined
  );
}

/** The text with the dynamic batcher turned on, everything at its default. */
export function withBatching(text: string): string {
  return `${text.trimEnd()}\ndynamic_batching { }\n`;
}
