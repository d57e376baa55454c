import type { ModelConfig } from "../../config/types.ts";
import { StatusError } from "../../../base/status-error.ts";
import { DirectBatcher } from "./direct-batcher.ts";
import { OldestBatcher } from "./oldest-batcher.ts";
import type { SlotBatcher, SlotBatcherOptions } from "./slot-batcher.ts";

/** Of one model version, over all instances. */
const MAX_SLOTS = 2 ** 20;

/**
 * Creates one batcher per instance, with the configured strategy (rules SEQ-4, SEQ-8 and SEQ-11). Throws INVALID_ARGUMENT
 * for too many slots.
 */
export function makeBatchers(
  config: ModelConfig,
  options: Omit<SlotBatcherOptions, "instance">,
): SlotBatcher[] {
  const { oldest, direct } = config.sequence_batching ?? {};
  const maxBatchSize = Math.max(1, config.max_batch_size);
  const slots = oldest?.max_candidate_sequences || maxBatchSize;
  const total = slots * options.pool.size;
  if (total > MAX_SLOTS) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `model '${config.name}' asks for ${total} slots for sequences, but a model version has at most ${MAX_SLOTS}: lower ${oldest ? "max_candidate_sequences" : "max_batch_size"} or the number of instances`,
    );
  }
  return Array.from({ length: options.pool.size }, (_, instance) =>
    oldest === undefined
      ? new DirectBatcher(
          { ...options, instance },
          {
            slots: maxBatchSize,
            maxDelayNs: Number(direct?.max_queue_delay_microseconds ?? 0) * 1000,
            minimumUtilization: direct?.minimum_slot_utilization ?? 0,
          },
        )
      : new OldestBatcher({ ...options, instance }, slots, {
          maxBatchSize,
          preferredSizes: oldest.preferred_batch_size,
          maxDelayNs: Number(oldest.max_queue_delay_microseconds) * 1000,
        }),
  );
}
