import type { ExperimentPlan } from "../../contract/index.ts";
import { formatRange } from "./load-flags.ts";
import { flag } from "./flag.ts";

/** Notes a difference if it applies. */
export type Differs = (isSo: boolean, words: string) => void;

/** perf_analyzer's flags of a load; null if it has no such load. */
export function perfAnalyzerLoad(
  { load, goal }: ExperimentPlan,
  differs: Differs,
): string[] | null {
  differs(
    goal.kind === "compare",
    "perf_analyzer applies no configurations: it measures the one that serves.",
  );
  const search = goal.kind === "search" ? goal : null;
  const range = (values: readonly number[]) => {
    if (search) {
      const step = Math.max(load.kind === "concurrency" ? 1 : 0, search.most * search.precision);
      return `${search.least}:${search.most}:${load.kind === "concurrency" ? Math.round(step) : step}`;
    }
    const words = formatRange(values);
    differs(
      words.includes(","),
      `perf_analyzer takes no list of loads: run it once for each of ${words}.`,
    );
    return words.split(",")[0] as string;
  };
  const binary = search ? ["--binary-search"] : [];
  switch (load.kind) {
    case "concurrency":
      differs(load.thinkMs > 0, "perf_analyzer has no think time: its clients send at once.");
      differs((load.paceMs ?? 0) > 0, "perf_analyzer has no pace: its clients send at once.");
      return [flag("concurrency-range", range(load.levels)), ...binary];
    case "rate": {
      const { arrivals } = load;
      differs(arrivals.kind === "gamma", "perf_analyzer has no gamma arrivals: these are Poisson.");
      return [
        flag("request-rate-range", range(load.rates)),
        ...binary,
        flag("request-distribution", arrivals.kind === "constant" ? "constant" : "poisson"),
      ];
    }
    case "intervals":
      differs(
        true,
        "The gaps go to perf_analyzer in a file: intervals.txt with one gap in µs a line.",
      );
      return ["--request-intervals=intervals.txt"];
    case "trace":
      differs(true, "perf_analyzer replays no traces of chat requests.");
      return null;
    case "profile":
      differs(true, "perf_analyzer has no rates that change over time.");
      return null;
    case "bursts":
      differs(true, "perf_analyzer has no bursts.");
      return null;
  }
}
