import { otlpTraces } from "../../engine/protocol/otlp-trace.ts";
import type { Trace } from "../../main/contract/index.ts";
import { saveFile } from "../ui/save-file.ts";

export type TraceFormat = "json" | "otlp";

/** The content of a file with these traces: in the console's format, or as OpenTelemetry's OTLP in JSON. */
export function tracesText(format: TraceFormat, traces: readonly Trace[]): string {
  const records = traces as Parameters<typeof otlpTraces>[0];
  const content = format === "otlp" ? otlpTraces(records, { serviceName: "batchdeck" }) : traces;
  return `${JSON.stringify(content, null, 2)}\n`;
}

export function saveTraces(name: string, format: TraceFormat, traces: readonly Trace[]): void {
  saveFile({
    fileName: `${name}${format === "otlp" ? ".otlp" : ""}.json`,
    mediaType: "application/json",
    content: tracesText(format, traces),
  });
}
