import type { ChangeProbe, ConnectionLoss, ProbeCounts } from "./change-probes.ts";

/** "312 requests, none failed, none late; longest gap 54 ms" and what else is known, or why there is no result. */
export function describeProbe(probe: ChangeProbe): string {
  return probeSentences(probe).join(" ");
}

/** The same, a sentence or two for each subject; the first one says the result. */
export function probeSentences({ state, reason, counts }: ChangeProbe): readonly string[] {
  if (state === "preparing") return ["Preparing requests."];
  if (state === "notRun") return [`Not run: ${reason}`];
  const [result = "", ...others] = describeCounts(counts);
  return state === "interrupted"
    ? [`The console ended during it. Until then: ${result}`, ...others]
    : [result, ...others];
}

/** Whether every request was answered without an error and in time. */
export function isProbeClean({ failed, lost, late }: ProbeCounts): boolean {
  return failed + lost + late === 0;
}

function describeCounts(counts: ProbeCounts): readonly string[] {
  const { sent, failed, lost, late, longestGapMs, firstFailure } = counts;
  const parts = [
    sent === 1 ? "1 request" : `${sent} requests`,
    failed + lost === 0 ? "none failed" : describeFailures(failed, lost),
    `${late === 0 ? "none" : late} late`,
  ];
  const gap = longestGapMs === null ? "" : `; longest gap ${Math.round(longestGapMs)} ms`;
  return [
    `${parts.join(", ")}${gap}.`,
    describeSentAgain(counts),
    describeConnections(counts),
    firstFailure && `First failure: ${firstFailure}`,
  ].filter(Boolean);
}

/** What the server refused unprocessed, in sentences; "" with none. */
function describeSentAgain({ byConnection }: ProbeCounts): string {
  const kept = byConnection?.kept.sentAgain ?? 0;
  const fresh = byConnection?.fresh.sentAgain ?? 0;
  if (kept + fresh === 0) return "";
  const on = fresh === 0 ? " on the kept connection" : kept === 0 ? " on new connections" : "";
  return kept + fresh === 1
    ? `The server refused 1 request${on} before processing it. It was sent again once, as gRPC clients do.`
    : `The server refused ${kept + fresh} requests${on} before processing them. Each was sent again once, as gRPC clients do.`;
}

/** Which kind of connection lost requests, and how, in a sentence; "" if none did or it isn't known. */
function describeConnections({ byConnection, failed, lost, late }: ProbeCounts): string {
  if (!byConnection || failed + lost + late === 0) return "";
  const { fresh, kept } = byConnection;
  const outcome = lost > 0 ? "lost" : failed > 0 ? "failed" : "late";
  const of = { lost, failed, late }[outcome];
  const how = (losses: readonly Loss[]) => (outcome === "lost" ? describeLosses(losses) : "");
  const all = of === 1 ? `The ${outcome} request was` : `All ${of} ${outcome} requests were`;
  if (fresh[outcome] === 0)
    return `${all} on the kept connection${after(how(kept.losses))}; clients that reuse connections see this.`;
  if (kept[outcome] === 0)
    return `${all} on ${of === 1 ? "a new connection" : "new connections"}${after(how(fresh.losses))}; clients that reuse connections don't see this.`;
  const share = (count: number, on: string, losses: readonly Loss[]) => {
    const cause = how(losses);
    return `${count} on ${on}${cause && ` (${cause})`}`;
  };
  return `Of ${of} ${outcome} requests ${share(kept[outcome], "the kept connection", kept.losses)}, ${share(fresh[outcome], "new ones", fresh.losses)}.`;
}

interface Loss {
  readonly how: ConnectionLoss;
  readonly count: number;
}

function after(cause: string): string {
  return cause && `: ${cause}`;
}

/** The most frequent one; others with their counts. */
function describeLosses(losses: readonly Loss[]): string {
  const [only, ...others] = losses.toSorted((a, b) => b.count - a.count);
  if (!only) return "";
  if (others.length === 0) return LOSSES[only.how];
  return [only, ...others]
    .map(({ how, count }) => `${count === 1 ? "once" : `${count} times`} ${LOSSES[how]}`)
    .join(", ");
}

const LOSSES: Readonly<Record<ConnectionLoss, string>> = {
  refused: "no connection could be opened",
  closed: "the server closed it without a response",
  closedWithoutGoaway: "the server closed it without GOAWAY",
  goaway: "the server refused it with GOAWAY before processing it",
  refusedStream: "the server refused the call (REFUSED_STREAM) before processing it",
  cutAfterGoaway: "the server closed it after GOAWAY while the request was in progress",
  reset: "the connection was reset",
  stream: "the server ended the call without a response",
  silent: "no response came within the deadline and the connection stayed open",
};

function describeFailures(failed: number, lost: number): string {
  const parts = [failed > 0 && `${failed} failed`, lost > 0 && `${lost} lost`];
  return parts.filter(Boolean).join(", ");
}
