import type { ModelOverview } from "../../main/contract/index.ts";
import { formatCount, formatPercent } from "../format/numbers.ts";

/** From this share of failed requests on a model counts as failing, 0..1. */
const MANY = 0.1;

export type Outcomes = Pick<ModelOverview, "lastMinute" | "sinceLoad">;

export interface FailureFigures {
  /** `some`: less than a tenth of the last minute's requests. */
  readonly level: "none" | "some" | "many";
  /** Failed requests per second over the last minute; null: nothing was observed in it. */
  readonly perSecond: number | null;
  /** Of the last minute's requests, 0..1; null where none ended. */
  readonly share: number | null;
  readonly shareText: string;
  /** Failed requests since the model was loaded; null while it does not serve, or not reported. */
  readonly sinceLoad: number | null;
  /** Of all requests since the load, 0..1; null where none ended. */
  readonly shareSinceLoad: number | null;
}

/** How many requests of a model failed, in the last minute and since its load. */
export function failureFigures({ lastMinute, sinceLoad }: Outcomes): FailureFigures {
  const share = lastMinute && shareOf(lastMinute);
  return {
    level: share === null || share === 0 ? "none" : share < MANY ? "some" : "many",
    perSecond: lastMinute && lastMinute.seconds > 0 ? lastMinute.failed / lastMinute.seconds : null,
    share,
    shareText: formatShare(share),
    sinceLoad: sinceLoad?.failed ?? null,
    shareSinceLoad: sinceLoad && shareOf(sinceLoad),
  };
}

/** A rate over the last minute, in requests per second, as outcomes: for servers that report rates alone. */
export function outcomesFromRates(
  failuresPerSecond: number | null,
  requestsPerSecond: number | null,
): Outcomes {
  if (failuresPerSecond === null) return { lastMinute: null, sinceLoad: null };
  return {
    lastMinute: { seconds: 1, failed: failuresPerSecond, succeeded: requestsPerSecond ?? 0 },
    sinceLoad: null,
  };
}

function shareOf({ failed, succeeded }: { failed: number; succeeded: number }): number | null {
  const all = failed + succeeded;
  return all > 0 ? failed / all : null;
}

/** A share that is not zero never reads "0 %", nor one below all "100 %". */
function formatShare(share: number | null): string {
  if (share !== null && share > 0 && share < 0.001) return "< 0.1 %";
  if (share !== null && share < 1 && share > 0.999) return "> 99.9 %";
  return formatPercent(share);
}

/** The figures in words, for hints and assistive technology. */
export function describeFailures(figures: FailureFigures): string {
  const { perSecond, share, shareText, sinceLoad, shareSinceLoad } = figures;
  const minute =
    perSecond === null
      ? "Last minute: no data."
      : share === null
        ? "Last minute: no requests."
        : `Last minute: ${formatCount(perSecond)} failed requests per second, ${shareText} of all.`;
  if (sinceLoad === null) return minute;
  const part = shareSinceLoad === null ? "" : `, ${formatShare(shareSinceLoad)} of all`;
  return `${minute}\nSince the model was loaded: ${formatCount(sinceLoad)} failed requests${part}.`;
}
