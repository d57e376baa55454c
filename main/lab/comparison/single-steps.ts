import type { ExperimentStep, FigureDifference } from "../../contract/index.ts";
import {
  differenceOfRuns,
  differenceOfShares,
  mergeHistograms,
  verdictOfShares,
} from "../statistics/index.ts";
import { ratioErrorFactor } from "./possible-error.ts";
import { changeFromRatio, failureCount, type FigureKind, figuresFor, VERDICTS } from "./figures.ts";

type Found = ReturnType<typeof differenceOfRuns>["throughput"];

/** Compares one step of each side by rank intervals and variation between windows, which is weaker than replicates. */
export function stepFigures(before: ExperimentStep, after: ExperimentStep): FigureDifference[] {
  const errorFactor = ratioErrorFactor([before, after]) ?? 1;
  const { throughput, percentiles, note } = differenceOfRuns(toRun(before), toRun(after), {
    errorFactor,
  });
  const found = new Map<string, Found>([
    ["throughput", throughput],
    ...percentiles.map((each) => [`p${each.percentile}`, each] as const),
    ...streamPercentiles("firstToken", before, after),
    ...streamPercentiles("betweenTokens", before, after),
  ]);
  return figuresFor([before, after]).flatMap((kind): FigureDifference[] => {
    const [a, b] = [kind.read(before), kind.read(after)];
    if (kind.figure === "goodput" && (a === null || b === null)) return [];
    if (kind.figure === "failures") return [failures(kind, before, after, note)];
    const shown = found.get(kind.figure);
    const share = shown ? changeFromRatio(shown.ratio) : null;
    const hasVerdict = shown !== undefined && (share !== null || shown.verdict !== "inconclusive");
    return [
      {
        figure: kind.figure,
        unit: kind.unit,
        before: a,
        after: b,
        share,
        verdict: hasVerdict ? VERDICTS[shown.verdict] : "unknown",
        basis: hasVerdict ? note : missingReason(kind, a, b),
      },
    ];
  });
}

function failures(
  { figure, unit, better, read }: FigureKind,
  before: ExperimentStep,
  after: ExperimentStep,
  note: string,
): FigureDifference {
  const points = differenceOfShares(failureCount(before), failureCount(after));
  return {
    figure,
    unit,
    before: read(before),
    after: read(after),
    share: null,
    points,
    verdict: VERDICTS[verdictOfShares(points, better)],
    basis: points ? note : "No requests on one side",
  };
}

function missingReason({ figure }: FigureKind, a: number | null, b: number | null): string {
  if (a === null || b === null) return "Not enough samples on both sides";
  return figure === "mean" || figure === "goodput" || figure === "outputTokens"
    ? "One run of each gives no interval"
    : "No distribution stored";
}

function streamPercentiles(
  name: "firstToken" | "betweenTokens",
  before: ExperimentStep,
  after: ExperimentStep,
): (readonly [figure: string, found: Found])[] {
  if (!before.chat || !after.chat) return [];
  const readTimes = ({ histogram }: { histogram: string }) => ({
    latency: readHistogram(histogram),
    throughputs: [],
  });
  const { percentiles } = differenceOfRuns(
    readTimes(before.chat[name]),
    readTimes(after.chat[name]),
    { errorFactor: ratioErrorFactor([before, after]) ?? 1 },
  );
  return percentiles.map((each) => [`${name}P${each.percentile}`, each]);
}

/** Empty for imported tables, which have no distribution. */
const readHistogram = (histogram: string) => mergeHistograms(histogram === "" ? [] : [histogram]);

function toRun({ response, windows, requestsPerSecond, inferencesPerSecond }: ExperimentStep) {
  const measured = windows.filter(({ from, seconds }) => from >= 0 && seconds > 0);
  const perRequest = requestsPerSecond > 0 ? inferencesPerSecond / requestsPerSecond : 1;
  return {
    latency: readHistogram(response.histogram),
    throughputs: measured.map(
      ({ answered, successes, seconds }) => (answered ?? successes * perRequest) / seconds,
    ),
  };
}
