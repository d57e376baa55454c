import type { Certificate } from "../../contract/index.ts";
import type { LoadSpec } from "../generator/messages.ts";

/** A rate that is so far beyond what the server can do shows before a step ends early. */
const OVERLOAD = 0.05;

/**
 * Seconds after which an objective that is kept may end a step of this load; infinite where it is measured to its end.
 * Of a rate that is beyond capacity by a share ε the queue, and with it each wait, grows by ε s a second: after twice the
 * bound over ε half of all requests were over the bound, while the first ones keep it on any server.
 */
export function leastSecondsToKeep({ kind }: Pick<LoadSpec, "kind">, boundMs: number): number {
  if (kind === "concurrency") return 0;
  return kind === "rate" ? (2 * boundMs) / 1000 / OVERLOAD : Number.POSITIVE_INFINITY;
}

/** Whether a step that has lasted this many seconds has shown what it is to show (LAB-E8). */
export function mayEndEarly(
  load: LoadSpec,
  { result, boundMs }: Pick<Certificate, "result" | "boundMs">,
  seconds: number,
): boolean {
  if (result === "undecided") return false;
  const least = leastSecondsToKeep(load, boundMs);
  return result === "kept" ? seconds >= least : Number.isFinite(least);
}
