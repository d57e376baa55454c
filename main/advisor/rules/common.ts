import type { ConfigChange, Evidence, Remedy } from "../../contract/index.ts";
import { countInstances } from "../config-facts.ts";
import { changeRemedy } from "../rule.ts";
import type { ModelWindow } from "../window.ts";

/** Fewer executions, or fewer seconds, are not enough to judge. */
export const FEW_EXECUTIONS = 10;
export const FEW_SECONDS = 4;

/** A batch is only a list to a Python model. */
const COMPUTE_TOGETHER =
  "It is only faster if model.py computes the list together, not in a loop over its requests.";

export function ranEnough({ seconds, counts }: ModelWindow): boolean {
  return seconds >= FEW_SECONDS && counts.executions >= FEW_EXECUTIONS;
}

/** Whether it runs requests itself and takes them from a queue of single requests. */
export function isPlain({ config }: ModelWindow): boolean {
  return config.steps.length === 0 && config.sequences === null;
}

export const ms = (label: string, value: number | null): Evidence[] =>
  value === null ? [] : [{ label, value, unit: "ms" }];

export const share = (label: string, value: number): Evidence => ({ label, value, unit: "share" });
export const count = (label: string, value: number): Evidence => ({ label, value, unit: "count" });
export const items = (label: string, value: number): Evidence => ({ label, value, unit: "items" });
export const bytes = (label: string, value: number): Evidence => ({ label, value, unit: "bytes" });
export const words = (label: string, value: string): Evidence => ({ label, value, unit: "text" });
export const perSecond = (label: string, value: number): Evidence => ({
  label,
  value,
  unit: "perSecond",
});

/** Whether requests wait for the model: at least half their compute time, and not only for a delay. */
export function requestsWait({ queueMs, computeMs, config }: ModelWindow): boolean {
  const delay = config.dynamicBatching?.delayMs ?? 0;
  return (queueMs ?? 0) >= 0.1 && (queueMs ?? 0) > Math.max((computeMs ?? 0) / 2, 2 * delay);
}

/** Samples once a second often miss short waits: seeing none does not outweigh the measured queue time. */
export function waitingEvidence({ waiting }: ModelWindow): Evidence[] {
  return [
    count("Requests waiting, mean", waiting.mean),
    ...(waiting.share === null || (waiting.share === 0 && waiting.mean > 0)
      ? []
      : [share("Samples with a waiting request (1 per second)", waiting.share)]),
  ];
}

export function splitEvidence({ queueMs, computeMs }: ModelWindow): Evidence[] {
  return [...ms("Queue per request", queueMs), ...ms("Compute per request", computeMs)];
}

export function batchEvidence({ meanBatch, config }: ModelWindow): Evidence[] {
  return [
    ...(meanBatch === null ? [] : [items("Mean batch", meanBatch)]),
    items("max_batch_size", config.maxBatchSize),
  ];
}

export function moreInstances(window: ModelWindow): Remedy {
  const now = Math.max(1, countInstances(window.config.groups));
  const { python } = window.config;
  return changeRemedy(
    window,
    `Add an instance: ${now + 1} instead of ${now}`,
    python
      ? "Each instance is a Python process with its own copy of what initialize loads, so memory grows. Batches run at the same time; it helps while cores or the GPU have room."
      : "Batches run at the same time. It helps while cores or the GPU have room; otherwise latency rises and throughput does not.",
    [{ path: ["instance_group", 0, "count"], value: (window.config.groups[0]?.count ?? now) + 1 }],
  );
}

/** Why a larger batch helps, and what it costs. */
export function largerBatchText({ config }: ModelWindow): string {
  return config.python
    ? `A larger batch takes more memory. ${COMPUTE_TOGETHER}`
    : "A larger batch takes more memory, and less time per item while the device has room.";
}

export function turnOnBatching(window: ModelWindow): Remedy {
  return changeRemedy(
    window,
    "Turn on dynamic batching",
    window.config.python
      ? `Requests that wait at the same time go to execute as one list, without a batching delay. ${COMPUTE_TOGETHER} The queue limit rejects requests under overload instead of letting all of them wait.`
      : "Requests that wait at the same time run as one batch, without a batching delay. The queue limit rejects requests under overload instead of letting all of them wait.",
    [queueLimit(window)],
  );
}

/** A few full batches; requests that would wait too long are rejected. */
export function queueLimit({ config }: ModelWindow): ConfigChange & { readonly value: number } {
  const path = ["dynamic_batching", "default_queue_policy", "max_queue_size"];
  return { path, value: Math.max(16, 4 * config.maxBatchSize) };
}
