import type { RunProgress } from "../generator/messages.ts";

/** If this many requests all failed, further ones are expected to fail too. */
const FEW = 5;
/** A server that rejects requests, or restarts, may accept them again within this time, s. */
const PATIENCE_SECONDS = 2;
const REJECTIONS: readonly string[] = ["UNAVAILABLE", "RESOURCE_EXHAUSTED"];

/** Why more load is pointless, while no request has succeeded; null if unknown (LAB-E13). */
export function hopelessReason(progress: RunProgress): string | null {
  const { successes, failures, failure, secondsDone } = progress;
  if (successes > 0 || failures < FEW || !failure) return null;
  if (REJECTIONS.includes(failure.status) && secondsDone < PATIENCE_SECONDS) return null;
  return `The first ${failures} requests all failed. ${failure.status}: ${failure.message}`;
}
