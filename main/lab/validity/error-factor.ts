import type { RunVerdict } from "../../contract/index.ts";

/** From this share upward an error has no bound that a comparison could rely on. */
const MAX_SHARE = 0.5;

type Reason = RunVerdict["reasons"][number];

/**
 * The factor by which the figures of a measurement may be off: 1 if it is valid, null if its reasons don't bound the error
 * (V18).
 */
export const errorFactor = (verdict: RunVerdict): number | null => factorOf(verdict, () => true);

/**
 * The factor by which latency may be higher, and throughput lower, than measured. Waits for a CPU have the opposite effect (V18).
 * Null if the reasons don't bound it.
 */
export const worseFactor = (verdict: RunVerdict): number | null => factorOf(verdict, isDrift);

const isDrift = ({ id }: Reason) => id === "V7";

function factorOf({ reasons }: RunVerdict, counts: (reason: Reason) => boolean): number | null {
  let factor = 1;
  for (const reason of reasons) {
    const { severity, value, mayReadHighMs } = reason;
    if (severity !== "invalid") continue;
    if (!isDrift(reason) && mayReadHighMs === undefined) return null;
    if (!counts(reason)) continue;
    if (value === null || value >= MAX_SHARE) return null;
    factor /= 1 - value;
  }
  return factor;
}
