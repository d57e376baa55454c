import type { Comparison, ExperimentStep, FigureDifference } from "../../contract/index.ts";
import { differenceOfRuns, mergeHistograms } from "../statistics/index.ts";
import { figuresOf } from "./figures.ts";
import { comparisonWords } from "./words.ts";

type Found = ReturnType<typeof differenceOfRuns>["throughput"];

const VERDICTS = { better: "better", worse: "worse", "no difference shown": "none" } as const;

/** One step of each side: by rank intervals and the scatter between windows, which is weaker than replicates. */
export function compareSteps(
  before: ExperimentStep,
  after: ExperimentStep,
  unlike: readonly string[],
): Comparison {
  const found = differenceOfRuns(runOf(before), runOf(after));
  const percentiles = new Map([
    ...found.percentiles.map((each) => [`p${each.percentile}`, each] as const),
    ...percentilesOf("firstToken", before, after),
    ...percentilesOf("betweenTokens", before, after),
  ]);
  const figures = figuresOf([before, after]).flatMap((kind): FigureDifference[] => {
    const { figure, unit } = kind;
    const [a, b] = [kind.read(before), kind.read(after)];
    if (figure === "goodput" && (a === null || b === null)) return [];
    const shown = figure === "throughput" ? found.throughput : percentiles.get(figure);
    return [
      {
        figure,
        unit,
        before: a,
        after: b,
        share: shown ? shareOf(shown) : null,
        verdict: shown?.a && shown.b ? VERDICTS[shown.verdict] : "unknown",
        basis: shown?.a && shown.b ? found.note : "one run of each tells no interval",
      },
    ];
  });
  return {
    figures,
    unlike: [...unlike],
    invalid: [before, after].some(({ verdict }) => verdict.verdict === "invalid"),
    words: comparisonWords(figures),
  };
}

function percentilesOf(
  name: "firstToken" | "betweenTokens",
  before: ExperimentStep,
  after: ExperimentStep,
): (readonly [figure: string, found: Found])[] {
  if (!before.chat || !after.chat) return [];
  const runOfTimes = ({ histogram }: { histogram: string }) => ({
    latency: latencyOf(histogram),
    throughputs: [],
  });
  const { percentiles } = differenceOfRuns(
    runOfTimes(before.chat[name]),
    runOfTimes(after.chat[name]),
  );
  return percentiles.map((each) => [`${name}P${each.percentile}`, each]);
}

/** Empty for what was imported from a table, which tells no distribution. */
const latencyOf = (histogram: string) => mergeHistograms(histogram === "" ? [] : [histogram]);

function runOf({ response, windows, requestsPerSecond, inferencesPerSecond }: ExperimentStep) {
  const measured = windows.filter(({ from, seconds }) => from >= 0 && seconds > 0);
  const perRequest = requestsPerSecond > 0 ? inferencesPerSecond / requestsPerSecond : 1;
  return {
    latency: latencyOf(response.histogram),
    throughputs: measured.map(
      ({ answered, successes, seconds }) => (answered ?? successes * perRequest) / seconds,
    ),
  };
}

/** The widest that the two intervals allow. */
function shareOf({ a, b, relative }: Found): FigureDifference["share"] {
  if (!a || !b || relative === null || a.value === 0) return null;
  return {
    value: relative,
    low: (b.low - a.high) / a.value,
    high: (b.high - a.low) / a.value,
  };
}
