import { type ParsedConfig, setValue, type TextEdit } from "../../engine/config/index.ts";

/**
 * Whether a configuration could gain from the dynamic batcher: the model takes batches and nothing else
 * schedules it.
 */
export function couldBatch({ config }: ParsedConfig): boolean {
  return (
    config.max_batch_size > 1 &&
    config.dynamic_batching === undefined &&
    config.sequence_batching === undefined &&
    config.ensemble_scheduling === undefined
  );
}

/** Turns the dynamic batcher on, everything at its default. */
export function withBatching(text: string): TextEdit[] {
  return setValue(text, ["dynamic_batching"], {});
}
