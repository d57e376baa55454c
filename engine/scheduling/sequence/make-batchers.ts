import type { ModelConfig } from "../../config/types.ts";
import { DirectBatcher } from "./direct-batcher.ts";
import { OldestBatcher } from "./oldest-batcher.ts";
import type { SlotBatcher, SlotBatcherOptions } from "./slot-batcher.ts";

/** One batcher for each instance, of the strategy that the configuration chooses (rules SQ4, SQ8 and SQ11). */
export function makeBatchers(
  config: ModelConfig,
  options: Omit<SlotBatcherOptions, "instance">,
): SlotBatcher[] {
  const { oldest, direct } = config.sequence_batching ?? {};
  const maxBatchSize = Math.max(1, config.max_batch_size);
  const slots = oldest?.max_candidate_sequences || maxBatchSize;
  return Array.from({ length: options.pool.size }, (_, instance) =>
    oldest === undefined
      ? new DirectBatcher(
          { ...options, instance },
          {
            slots: maxBatchSize,
            maxDelayNs: (direct?.max_queue_delay_microseconds ?? 0) * 1000,
            minimumUtilization: direct?.minimum_slot_utilization ?? 0,
          },
        )
      : new OldestBatcher({ ...options, instance }, slots, {
          maxBatchSize,
          preferredSizes: oldest.preferred_batch_size,
          maxDelayNs: oldest.max_queue_delay_microseconds * 1000,
        }),
  );
}
