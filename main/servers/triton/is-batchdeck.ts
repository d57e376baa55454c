import type { ServerMetadata } from "../../../engine/types.ts";

/** The extension by which a Batchdeck engine announces the telemetry service. */
export const TELEMETRY_EXTENSION = "batchdeck_telemetry";

/** Recognises a Batchdeck engine by its name or by what no Triton has. */
export function isBatchdeck({ name, extensions }: ServerMetadata): boolean {
  return name === "batchdeck" || extensions.includes(TELEMETRY_EXTENSION);
}
