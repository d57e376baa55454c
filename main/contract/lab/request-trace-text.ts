import type { RequestTrace, RequestTraceFormat } from "./request-trace.ts";

/** Names of the formats. */
export const REQUEST_TRACE_FORMATS: Readonly<Record<RequestTraceFormat, string>> = {
  mooncake: "Mooncake",
  burstgpt: "BurstGPT",
  azure: "Azure",
  otlp: "OpenTelemetry",
  sharegpt: "ShareGPT",
  aiperf: "AIPerf",
  bailian: "Bailian",
};

/** "Mooncake trace a.jsonl (SHA-256 0123456789ab…), 60 s to 120 s of it, 1200 requests" */
export function formatRequestTrace({
  path,
  format,
  from,
  until,
  read,
  sample,
}: RequestTrace): string {
  const name = path.split(/[\\/]/).at(-1);
  const digest = read ? ` (SHA-256 ${read.sha256.slice(0, 12)}…)` : "";
  const isWhole = from === 0 && until === null;
  const part = isWhole ? "" : `, ${from} s to ${until === null ? "its end" : `${until} s`} of it`;
  const unit = format === "sharegpt" ? "conversations" : "requests";
  const drawn = sample ? ` drawn with seed ${sample.seed}` : "";
  const count = read ? `, ${read.requests} ${unit}${drawn}` : "";
  return `${REQUEST_TRACE_FORMATS[format]} trace ${name}${digest}${part}${count}`;
}

/** "as recorded", "at 2 times the recorded speed", "at 0.5, 1 and 2 times the recorded speed" */
export function formatTraceSpeeds(speeds: readonly number[]): string {
  const [only] = speeds;
  if (speeds.length === 1 && only === 1) return "as recorded";
  if (speeds.length === 1) return `at ${only} times the recorded speed`;
  return `at ${speeds.slice(0, -1).join(", ")} and ${speeds.at(-1)} times the recorded speed`;
}
