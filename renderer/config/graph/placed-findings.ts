import { type Finding, pathAt } from "../../../engine/config/index.ts";
import type { End, Ensemble } from "./ensemble.ts";

/** The key of a node or port in {@link PlacedFindings}. */
export function endKey(end: End): string {
  return end.kind === "step" ? `step:${end.step}:${end.port}` : `${end.kind}:${end.tensor}`;
}

export const stepKey = (index: number): string => `step:${index}`;

/** Findings by part of the graph. A port's findings are also its step's. */
export type PlacedFindings = ReadonlyMap<string, readonly Finding[]>;

/** `text`: the text of the findings. */
export function placeFindings(
  findings: readonly Finding[],
  text: string,
  ensemble: Ensemble,
): PlacedFindings {
  const placed = new Map<string, Finding[]>();
  for (const finding of findings)
    for (const key of listKeys(finding, text, ensemble))
      placed.set(key, [...(placed.get(key) ?? []), finding]);
  return placed;
}

function listKeys({ from }: Finding, text: string, ensemble: Ensemble): string[] {
  const path = pathAt(text, from);
  const [field, at] = path;
  if (field === "input" || field === "output") {
    const tensor = ensemble[`${field}s`][Number(at)];
    return tensor === undefined ? [] : [endKey({ kind: field, tensor })];
  }
  const [, part, step, map, port] = path;
  if (field !== "ensemble_scheduling" || part !== "step" || typeof step !== "number") return [];
  const isPort = (map === "input_map" || map === "output_map") && typeof port === "string";
  return isPort ? [stepKey(step), endKey({ kind: "step", step, port })] : [stepKey(step)];
}

/** The highest severity; null without findings. */
export function worst(findings: readonly Finding[]): Finding["severity"] | null {
  const severities = new Set(findings.map(({ severity }) => severity));
  return (["error", "warning", "info"] as const).find((each) => severities.has(each)) ?? null;
}
