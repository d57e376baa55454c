import { useState } from "react";
import type { Finding, ParsedConfig } from "../../engine/config/index.ts";
import type { Analysis } from "./analysis.ts";

/**
 * The advice to enable the dynamic batcher with a queue limit, if the model batches and has no other scheduler.
 */
export function batchingAdvice(
  { config }: ParsedConfig,
  findings: readonly Finding[],
): Finding | undefined {
  const could =
    config.max_batch_size > 1 &&
    config.dynamic_batching === undefined &&
    config.sequence_batching === undefined &&
    config.ensemble_scheduling === undefined;
  return could
    ? findings.find(({ rule, fix }) => (rule === "Q2" || rule === "B4") && fix)
    : undefined;
}

/** Whether to show the hint, and its advice; while the text has syntax errors the hint stays as it was. */
export function useBatchingHint(
  { parsed, readable }: Pick<Analysis, "parsed" | "readable">,
  findings: readonly Finding[],
): { readonly offered: boolean; readonly advice: Finding | undefined } {
  const advice = readable ? batchingAdvice(parsed, findings) : undefined;
  const [offered, setOffered] = useState(advice !== undefined);
  if (readable && offered !== (advice !== undefined)) setOffered(!offered);
  return { offered, advice };
}
