import { choice, map, message, repeated, scalar, type MessageTable } from "../schema.ts";

/** The dynamic batcher and its queues. */
export const BATCHING_MESSAGES: MessageTable = {
  ModelDynamicBatching: {
    preferred_batch_size: repeated(
      scalar("int32", "Batch sizes, in items, that are sent as soon as they are reached.", {
        unit: "items",
        initial: "the maximum batch size",
        needs: "sizes of at least 1, at most max_batch_size",
      }),
    ),
    max_queue_delay_microseconds: scalar(
      "uint64",
      "Longest time that the oldest request waits for the batch to fill.",
      { unit: "µs", initial: "0: no delay", needs: "max_batch_size above 1 to have an effect" },
    ),
    preserve_ordering: scalar("bool", "Send responses in the order of their requests.", {
      initial: "false",
      excludes: "priority_levels above 1, timeout_action DELAY",
    }),
    priority_levels: scalar("uint64", "Number of priorities; 1 is the highest.", {
      unit: "levels",
      initial: "0: no priorities",
      needs: "default_priority_level",
      excludes: "preserve_ordering",
    }),
    default_priority_level: scalar(
      "uint64",
      "Priority of requests that give none, from 1 to priority_levels.",
      { needs: "a value of 1 to priority_levels" },
    ),
    default_queue_policy: message(
      "ModelQueuePolicy",
      "Queue policy for levels without one in priority_queue_policy.",
    ),
    priority_queue_policy: map(
      message("ModelQueuePolicy", "Queue policy by priority level.", {
        needs: "keys of 1 to priority_levels",
      }),
      "uint64",
    ),
  },
  ModelQueuePolicy: {
    timeout_action: choice(
      "ModelQueuePolicy.TimeoutAction",
      "What happens to a request that waits longer than its timeout.",
      {
        initial: "REJECT",
        needs: "default_timeout_microseconds",
        excludes: "DELAY: preserve_ordering",
      },
    ),
    default_timeout_microseconds: scalar(
      "uint64",
      "Longest time that a request may wait in the queue.",
      { unit: "µs", initial: "0: no limit" },
    ),
    allow_timeout_override: scalar(
      "bool",
      "A request may shorten its timeout, but not lengthen it or set one if the default is 0.",
      { initial: "false", needs: "default_timeout_microseconds above 0" },
    ),
    max_queue_size: scalar(
      "uint32",
      "Maximum number of waiting requests; further ones are rejected with UNAVAILABLE.",
      { unit: "requests", initial: "0: no limit" },
    ),
  },
};
