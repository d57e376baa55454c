import type { Trace } from "../../main/contract/index.ts";
import { saveFile } from "../ui/save-file.ts";

/** Saves traces as the console has them, or as OpenTelemetry's OTLP. */
export function saveTraces(name: string, format: "json" | "otlp", traces: readonly Trace[]): void {
  const content = format === "json" ? traces : traces;
  saveFile({
    fileName: `${name}${format === "otlp" ? ".otlp" : ""}.json`,
    mediaType: "application/json",
    content: `${JSON.stringify(content, null, 2)}\n`,
  });
}
