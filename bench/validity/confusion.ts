import type { Latencies } from "./undisturbed.ts";

/** One run of a scenario; latencies in ms, null without enough samples. */
export interface Run {
  readonly scenario: string;
  /** Share of the machine that the hog tries to use, %. */
  readonly level: number;
  readonly p50: number | null;
  readonly p99: number | null;
  /** By the server's own clock, without the time to reach it. */
  readonly undisturbed: Latencies;
  /** Ids of the rules that made it invalid. */
  readonly invalid: readonly string[];
}

const WRONG = 0.1;
const RIGHT = 0.05;
const PERCENTILES = ["p50", "p99"] as const;

/**
 * Errors of each run's p50 and p99 relative to the undisturbed values; and for each level how many accurate, inaccurate and
 * borderline runs are valid.
 */
export function confusion(runs: readonly Run[]): string {
  const lines = [
    "| hog | within 5 %: valid | 5 to 10 %: valid | over 10 %: valid (missed) | rules |",
    "|---|---|---|---|---|",
  ];
  const levels = [...new Set(runs.map(({ level }) => level))].sort((a, b) => a - b);
  const judged = runs.map((run) => ({ ...run, error: relativeError(run, runs) }));
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

/** By how much p50 or p99 is outside of what runs without a hog have, as a share. */
function relativeError(run: Run, runs: readonly Run[]): number {
  const errors = PERCENTILES.map((name) => {
    const value = run[name];
    if (value === null) return 0;
    const ways = waysTo(run, name, runs).map((way) => run.undisturbed[name] + way);
    const [least, most] = [Math.min(...ways), Math.max(...ways)];
    return Math.max(0, value / most - 1, 1 - value / least);
  });
  return Math.max(...errors);
}

/**
 * What the connection to the server adds to a percentile, ms, in each other run of the scenario without a hog. The p99 of a few
 * hundred responses varies by itself.
 */
function waysTo(run: Run, name: (typeof PERCENTILES)[number], runs: readonly Run[]): number[] {
  const quiet = runs.filter(({ level, scenario }) => level === 0 && scenario === run.scenario);
  const others = quiet.filter((each) => each !== run);
  const ways = (others.length > 0 ? others : quiet).flatMap((each) =>
    each[name] === null ? [] : [each[name] - each.undisturbed[name]],
  );
  return ways.length > 0 ? ways : [0];
}

function countRules(runs: readonly Run[]): string {
  const counts = new Map<string, number>();
  for (const id of runs.flatMap(({ invalid }) => invalid)) {
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return [...counts].map(([id, count]) => `${id} ${count}`).join(", ") || "–";
}
