import type { ChangeProbe, ProbeCounts } from "./change-probes.ts";

/** "312 requests, none failed, none late; longest gap 54 ms", or why there is no result. */
export function describeProbe({ state, reason, counts }: ChangeProbe): string {
  if (state === "preparing") return "Preparing requests.";
  if (state === "notRun") return `Not run: ${reason}`;
  const result = describeCounts(counts);
  return state === "interrupted" ? `The console ended during it. Until then: ${result}` : result;
}

/** Whether every request was answered without an error and in time. */
export function isProbeClean({ failed, lost, late }: ProbeCounts): boolean {
  return failed + lost + late === 0;
}

function describeCounts(counts: ProbeCounts): string {
  const { sent, failed, lost, late, longestGapMs, firstFailure } = counts;
  const parts = [
    sent === 1 ? "1 request" : `${sent} requests`,
    failed + lost === 0 ? "none failed" : describeFailures(failed, lost),
    `${late === 0 ? "none" : late} late`,
  ];
  const gap = longestGapMs === null ? "" : `; longest gap ${Math.round(longestGapMs)} ms`;
  const failure = firstFailure === "" ? "" : ` First failure: ${firstFailure}`;
  return `${parts.join(", ")}${gap}.${failure}`;
}

function describeFailures(failed: number, lost: number): string {
  const parts = [failed > 0 && `${failed} failed`, lost > 0 && `${lost} lost`];
  return parts.filter(Boolean).join(", ");
}
