import type { batchdeck, inference } from "../../assets/proto/index.ts";
import type { BatchEvent, DispatchReason, TracePoint, TraceRecord } from "../../engine/types.ts";

type BatchMessage = batchdeck.telemetry.v1.Batch.$Properties;
type TraceMessage = batchdeck.telemetry.v1.Trace.$Properties;
type SettingsMessage = inference.TraceSettingResponse.$Properties;

/** By number on the wire; unknown numbers map to the last. */
const reasons: readonly DispatchReason[] = [
  "full",
  "preferred",
  "delay",
  "forced",
  "shape",
  "idle",
];

const number = (value: unknown): number => Number(value ?? 0);

export function toBatchEvent(message: BatchMessage): BatchEvent {
  return {
    model: message.model ?? "",
    version: message.version ?? "",
    instance: message.instance ?? "",
    atNs: number(message.at_ns),
    requests: number(message.requests),
    items: number(message.items),
    reason: reasons[number(message.reason) - 1] ?? "idle",
    oldestWaitNs: number(message.oldest_wait_ns),
    meanWaitNs: number(message.mean_wait_ns),
    computeInputNs: number(message.compute_input_ns),
    computeInferNs: number(message.compute_infer_ns),
    computeOutputNs: number(message.compute_output_ns),
    failed: message.failed ?? false,
    onServingThread: message.on_serving_thread ?? false,
  };
}

export function toTraceRecord(message: TraceMessage): TraceRecord {
  return {
    id: number(message.id),
    parentId: number(message.parent_id),
    modelName: message.model_name ?? "",
    modelVersion: message.model_version ?? "",
    requestId: message.request_id ?? "",
    startedAtMs: number(message.started_at_ms),
    stamps: (message.stamps ?? []).map(({ point, at_ns }) => ({
      point: (point ?? "") as TracePoint,
      atNs: number(at_ns),
    })),
    instance: message.instance ?? "",
    batchSize: number(message.batch_size),
    cacheHit: message.cache_hit ?? false,
    error: message.error ?? "",
  };
}

/** Triton's settings for tracing one request in `rate` without a limit; null turns tracing off. */
export function traceSettings(
  rate: number | null,
): Record<string, inference.TraceSettingRequest.SettingValue.$Properties> {
  if (rate === null) return { trace_level: { value: ["OFF"] } };
  return {
    trace_level: { value: ["TIMESTAMPS"] },
    trace_rate: { value: [String(rate)] },
    trace_count: { value: ["-1"] },
  };
}

export function readTraceRate({ settings }: SettingsMessage): number | null {
  const values = (name: string) => settings?.[name]?.value ?? [];
  const on = values("trace_level").some((level) => level !== "OFF");
  const rate = Number(values("trace_rate")[0] ?? 0);
  return on && rate > 0 ? rate : null;
}
