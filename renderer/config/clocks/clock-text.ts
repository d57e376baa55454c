import type { ModelConfig, QueuePolicy } from "../../../engine/config/index.ts";
import { formatDuration as time } from "../duration.ts";
import { type Arrival, computeClocks, type QueueClock } from "./clocks.ts";

export interface ClockText {
  readonly about: "Batching delay" | "Queue timeout" | "Client’s deadline";
  readonly sentences: readonly string[];
  /** Combinations that are rarely intended. */
  readonly warnings: readonly string[];
}

/** What happens to a request with a priority level that arrives now, in words. */
export function describeClocks(
  config: ModelConfig,
  arrival: Arrival,
  queue: QueueClock | undefined,
): readonly ClockText[] {
  const { delay } = computeClocks(config, arrival);
  return [
    describeBatchingDelay(config, delay),
    config.ensemble_scheduling ? ensembleQueue : describeQueueTimeout(queue, delay, arrival),
    describeDeadline(arrival, delay, queue),
  ];
}

function describeBatchingDelay(config: ModelConfig, delay: number | null): ClockText {
  const about = "Batching delay";
  if (delay === null) {
    const sentence = config.ensemble_scheduling
      ? "An ensemble forms no batches; each of its steps has its own timeouts."
      : "Without dynamic_batching no batch forms: a request goes straight to the instances.";
    return { about, sentences: [sentence], warnings: [] };
  }
  if (config.sequence_batching) {
    const wait =
      delay === 0
        ? "requests are not held"
        : `requests are held up to ${time(delay)} to form larger batches`;
    return { about, sentences: [`Among the sequences of an instance ${wait}.`], warnings: [] };
  }
  const sizes = config.dynamic_batching?.preferred_batch_size ?? [];
  const full =
    sizes.length > 0 ? `a preferred size (${sizes.join(", ")})` : `${config.max_batch_size} items`;
  const sentences =
    delay === 0
      ? ["No batching delay: a free instance takes the queued requests at once."]
      : [
          `The batch is sent when it has ${full}, or at the latest ${time(delay)} after its oldest request arrived, as soon as an instance is free.`,
        ];
  const warnings =
    config.max_batch_size < 2 && delay > 0
      ? [`With max_batch_size ${config.max_batch_size} a batch is one request, whatever the delay.`]
      : [];
  return {
    about,
    sentences: [...sentences, "max_queue_delay_microseconds never rejects a request."],
    warnings,
  };
}

const ensembleQueue: ClockText = {
  about: "Queue timeout",
  sentences: ["An ensemble has no queue: its requests wait in the queues of its steps."],
  warnings: [],
};

function describeQueueTimeout(
  queue: QueueClock | undefined,
  delay: number | null,
  { timeout: own }: Arrival,
): ClockText {
  const about = "Queue timeout";
  if (!queue) {
    return {
      about,
      sentences: [
        "No queue policy without dynamic_batching: no timeout, no queue limit, no priorities. Only the client’s deadline ends the wait.",
      ],
      warnings: [],
    };
  }
  const { policy, timeout } = queue;
  const isLate = policy.timeout_action === "DELAY";
  const sentences = [
    timeout === 0
      ? "No queue timeout: only its client’s deadline ends a queued request."
      : isLate
        ? `Still queued after ${time(timeout)}, it moves behind those that are not late and never expires again.`
        : `Still queued after ${time(timeout)}, it times out: UNAVAILABLE, “Request timeout expired”.`,
    "Once its batch is handed to an instance nothing expires, however long that computes.",
    ...(policy.max_queue_size > 0
      ? [
          `If ${policy.max_queue_size} requests of its level are queued already, it is rejected at once.`,
        ]
      : []),
    ...describeOverrides(policy, own),
  ];
  const warnings = [];
  if (timeout > 0 && !isLate && delay !== null && timeout <= delay) {
    warnings.push(
      `The timeout is no longer than the batching delay: alone on an idle server, a request times out after ${time(timeout)}, before its batch is sent.`,
    );
  }
  if (timeout > 0 && isLate) {
    warnings.push("Under steady load a request that was moved behind may wait forever.");
  }
  return { about, sentences, warnings };
}

function describeOverrides(policy: QueuePolicy, own: number | null): string[] {
  const { allow_timeout_override: allowed } = policy;
  const usual = Number(policy.default_timeout_microseconds);
  const asked = own !== null && own > 0;
  if (allowed && usual === 0) {
    return [
      "allow_timeout_override has no effect here: with a default timeout of 0 a request’s own timeout is ignored.",
    ];
  }
  if (!allowed) {
    return asked
      ? [`Its own timeout of ${time(own)} is ignored: allow_timeout_override is not on.`]
      : [];
  }
  if (!asked) return [`A request’s own timeout can only shorten the ${time(usual)}.`];
  return own < usual
    ? [`Its own timeout of ${time(own)} replaces ${time(usual)}.`]
    : [`Its own timeout of ${time(own)} is ignored: it can only shorten the ${time(usual)}.`];
}

function describeDeadline(
  { deadline }: Arrival,
  delay: number | null,
  queue: QueueClock | undefined,
): ClockText {
  const about = "Client’s deadline";
  if (deadline === null) {
    const sentences = ["The client sets no deadline: it waits as long as the server takes."];
    return { about, sentences, warnings: [] };
  }
  const sentences = [
    `The client gives up after ${time(deadline)}, wherever its request is: a queued one is dropped when the server notices; a running one is computed for nothing.`,
  ];
  const warnings = [];
  const timeout = queue?.timeout ?? 0;
  if (timeout > deadline) {
    warnings.push(
      `The client gives up before the queue timeout of ${time(timeout)}, which never ends its requests.`,
    );
  } else if (timeout > 0) {
    sentences.push(
      `Sent just before the queue timeout, it has ${time(deadline - timeout)} left for its computation.`,
    );
  }
  if (delay !== null && delay >= deadline) {
    warnings.push(
      "The client gives up before a batch must be sent: alone on an idle server, its request is lost.",
    );
  }
  return { about, sentences, warnings };
}
