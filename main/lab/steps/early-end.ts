import type { Certificate } from "../../contract/index.ts";
import type { LoadSpec } from "../generator/messages.ts";

/** A rate this far beyond capacity shows before a step ends early. */
const OVERLOAD = 0.05;

/**
 * Seconds after which a met objective may end a step of this load; infinite if it is measured to its end. At a rate
 * beyond capacity by a share ε the queue, and with it each wait, grows by ε s per second: after twice the objective
 * over ε half of all requests were late, while the first ones met it on any server.
 */
export function leastSecondsToKeep({ kind }: Pick<LoadSpec, "kind">, boundMs: number): number {
  if (kind === "concurrency") return 0;
  return kind === "rate" ? (2 * boundMs) / 1000 / OVERLOAD : Number.POSITIVE_INFINITY;
}

/** Whether a step of this many seconds has shown what it is for (LAB-E8). */
export function mayEndEarly(
  load: LoadSpec,
  { result, boundMs }: Pick<Certificate, "result" | "boundMs">,
  seconds: number,
): boolean {
  if (result === "undecided") return false;
  const least = leastSecondsToKeep(load, boundMs);
  return result === "kept" ? seconds >= least : Number.isFinite(least);
}
