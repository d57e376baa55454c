/** One run of a scenario; latencies in ms, null where there were not enough samples. */
export interface Run {
  readonly scenario: string;
  /** Share of the machine that the hog wants, %. */
  readonly level: number;
  readonly p50: number | null;
  readonly p99: number | null;
  /** Ids of the rules that made it invalid. */
  readonly invalid: readonly string[];
}

const WRONG = 0.1;
const RIGHT = 0.05;

/** What a run is held against: the range of the quiet runs (level 0) of its scenario, or their median. */
export type Reference = "range" | "median";

/**
 * How far p50 or p99 of each run lies outside of the reference, as a share; and for each level how many that are right,
 * wrong or between are valid.
 */
export function confusion(runs: readonly Run[], reference: Reference): string {
  const lines = [
    "| hog | within 5 %: valid | 5 to 10 %: valid | over 10 %: valid (missed) | rules |",
    "|---|---|---|---|---|",
  ];
  const levels = [...new Set(runs.map(({ level }) => level))].sort((a, b) => a - b);
  const judged = runs.map((run) => ({ ...run, error: relativeError(run, runs, reference) }));
  for (const level of [...levels, null]) {
    const of = judged.filter((run) => level === null || run.level === level);
    const count = (from: number, to: number) => {
      const within = of.filter(({ error }) => error > from && error <= to);
      return `${within.filter(({ invalid }) => invalid.length === 0).length} of ${within.length}`;
    };
    const name = level === null ? "all" : `${level} %`;
    lines.push(
      `| ${name} | ${count(-1, RIGHT)} | ${count(RIGHT, WRONG)} | ${count(WRONG, Number.POSITIVE_INFINITY)} | ${countRules(of)} |`,
    );
  }
  for (const { scenario, level, error, invalid, p50, p99 } of judged) {
    const isMissed = error > WRONG && invalid.length === 0;
    const isFalse = error <= RIGHT && invalid.length > 0;
    if (!isMissed && !isFalse) continue;
    const figures = `p50 ${p50?.toFixed(1)} ms, p99 ${p99?.toFixed(1)} ms, ${(error * 100).toFixed(1)} % off`;
    lines.push(
      `${isMissed ? "missed" : `invalid by ${invalid.join(", ")}`}: ${scenario} at ${level} %: ${figures}`,
    );
  }
  return lines.join("\n");
}

/** Quiet runs of each scenario: lowest to highest. */
export function quietRanges(runs: readonly Run[]): string {
  return [...new Set(runs.map(({ scenario }) => scenario))]
    .map((scenario) => {
      const range = (name: "p50" | "p99") =>
        quietRange(name, scenario, runs)
          ?.map((value) => value.toFixed(1))
          .join(" to ") ?? "–";
      return `${scenario}: quiet p50 ${range("p50")} ms, p99 ${range("p99")} ms`;
    })
    .join("\n");
}

function relativeError(run: Run, runs: readonly Run[], reference: Reference): number {
  const errors = (["p50", "p99"] as const).map((name) => {
    const range = quietRange(name, run.scenario, runs, reference);
    const value = run[name];
    if (range === null || value === null) return 0;
    const [low, high] = range;
    return value > high ? value / high - 1 : Math.max(0, 1 - value / low);
  });
  return Math.max(...errors);
}

function quietRange(
  name: "p50" | "p99",
  scenario: string,
  runs: readonly Run[],
  reference: Reference = "range",
): [number, number] | null {
  const quiet = runs.flatMap((run) =>
    run.level === 0 && run.scenario === scenario ? (run[name] ?? []) : [],
  );
  if (quiet.length === 0) return null;
  const middle = quiet.toSorted((a, b) => a - b)[Math.floor(quiet.length / 2)] as number;
  return reference === "median" ? [middle, middle] : [Math.min(...quiet), Math.max(...quiet)];
}

function countRules(runs: readonly Run[]): string {
  const counts = new Map<string, number>();
  for (const id of runs.flatMap(({ invalid }) => invalid)) {
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return [...counts].map(([id, count]) => `${id} ${count}`).join(", ") || "–";
}
