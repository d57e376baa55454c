import type { RequestOutcomes } from "../../main/contract/index.ts";
import { formatCount, formatPercent } from "../format/numbers.ts";
import type { FigureTable } from "./observed-figures.ts";

/** Share of failed requests from which a model counts as failing, 0..1. */
const MANY = 0.1;

export interface Outcomes {
  /** In the last minute; null: nothing was observed, or not reported. */
  readonly requestsPerSecond: number | null;
  readonly failuresPerSecond: number | null;
  /** Null while the model does not serve, or not reported. */
  readonly sinceLoad: RequestOutcomes | null;
}

export interface FailureFigures {
  /** `some`: less than a tenth of the last minute's requests. */
  readonly level: "none" | "some" | "many";
  /** Failed requests per second in the last minute; null: nothing was observed. */
  readonly perSecond: number | null;
  /** Share of the last minute's requests, 0..1; null if none ended. */
  readonly share: number | null;
  readonly shareText: string;
  /** Failed requests since the model was loaded; null while it does not serve, or not reported. */
  readonly sinceLoad: number | null;
  /** Share of all requests since the load, 0..1; null if none ended. */
  readonly shareSinceLoad: number | null;
}

/** Failed requests of a model in the last minute and since its load. */
export function failureFigures({
  requestsPerSecond,
  failuresPerSecond,
  sinceLoad,
}: Outcomes): FailureFigures {
  const share =
    failuresPerSecond === null
      ? null
      : failedShare({ failed: failuresPerSecond, succeeded: requestsPerSecond ?? 0 });
  return {
    level: share === null || share === 0 ? "none" : share < MANY ? "some" : "many",
    perSecond: failuresPerSecond,
    share,
    shareText: formatShare(share),
    sinceLoad: sinceLoad?.failed ?? null,
    shareSinceLoad: sinceLoad && failedShare(sinceLoad),
  };
}

/** Outcomes of a model's requests. `sinceLoad`: from the server's counters, if reported. */
export function modelOutcomes(
  table: FigureTable,
  model: string,
  sinceLoad: RequestOutcomes | null = null,
): Outcomes {
  return {
    requestsPerSecond: table.value(model, "requestsPerSecond"),
    failuresPerSecond: table.value(model, "failuresPerSecond"),
    sinceLoad,
  };
}

/** Whether the response cache answers every request, so that the model infers nothing. */
export function isAllCached(table: FigureTable, model: string): boolean {
  return (
    (table.value(model, "requestsPerSecond") ?? 0) > 0 &&
    table.value(model, "inferencesPerSecond") === 0 &&
    table.value(model, "cacheHitRate") === 1
  );
}

function failedShare({ failed, succeeded }: { failed: number; succeeded: number }): number | null {
  const all = failed + succeeded;
  return all > 0 ? failed / all : null;
}

/** A non-zero share is never shown as "0 %", nor one below 1 as "100 %". */
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
