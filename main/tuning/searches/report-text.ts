import type { TuningSearch } from "../../contract/index.ts";

/** Describes the measurements. */
export function describeProtocol({ model, plan, measured, pairs, result }: TuningSearch): string {
  const seconds = `${plan.secondsPerStep} s each`;
  const confirmed = result?.confirmation ? `; the best one confirmed in ${pairs} pairs` : "";
  return `Model ${model}: ${measured.length} measurements of ${seconds}${confirmed}. All other configurations are predicted by the simulator, corrected by the measurements.`;
}

/** Where the result is stored; null if it was not applied. */
export function describePlace({ applied }: TuningSearch): string | null {
  if (applied === null) return null;
  return applied.writtenTo === null
    ? "Active until the server restarts: its config.pbtxt can't be written from here."
    : `Written to ${applied.writtenTo}.`;
}
