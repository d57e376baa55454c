import type { RunVerdict } from "../../contract/index.ts";

/** From this share upward an error has no bound that a comparison could rely on. */
const MAX_SHARE = 0.5;

/**
 * The factor by which the figures of a measurement may be off: 1 if it is valid, null if its reasons don't bound the error
 * (V18).
 */
export function errorFactor({ reasons }: RunVerdict): number | null {
  let factor = 1;
  for (const { id, severity, value, mayReadHighMs } of reasons) {
    if (severity !== "invalid") continue;
    const isBounded = id === "V7" || mayReadHighMs !== undefined;
    if (!isBounded || value === null || value >= MAX_SHARE) return null;
    factor /= 1 - value;
  }
  return factor;
}
