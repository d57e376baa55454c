import { useState } from "react";
import type { Finding, ParsedConfig } from "../../engine/config/index.ts";
import type { Analysis } from "./analysis.ts";

/**
 * The advice to turn the dynamic batcher on, with a limit of its queue, where a configuration could gain from it: the
 * model takes batches and nothing else schedules it.
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

/** Whether to offer it, and the advice that does it; while the text does not parse the offer stays where it was. */
export function useBatchingHint(
  { parsed, readable }: Pick<Analysis, "parsed" | "readable">,
  findings: readonly Finding[],
): { readonly offered: boolean; readonly advice: Finding | undefined } {
  const advice = readable ? batchingAdvice(parsed, findings) : undefined;
  const [offered, setOffered] = useState(advice !== undefined);
  if (readable && offered !== (advice !== undefined)) setOffered(!offered);
  return { offered, advice };
}
