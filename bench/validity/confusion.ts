import { median } from "../statistics/quantiles.ts";
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

function relativeError(run: Run, runs: readonly Run[]): number {
  const errors = PERCENTILES.map((name) => {
    const value = run[name];
    if (value === null) return 0;
    return Math.abs(value / (run.undisturbed[name] + wayTo(run.scenario, name, runs)) - 1);
  });
  return Math.max(...errors);
}

/** What the connection to the server adds to a percentile, ms: the median of the scenario's runs without a hog. */
function wayTo(scenario: string, name: (typeof PERCENTILES)[number], runs: readonly Run[]): number {
  const quiet = runs.filter((run) => run.level === 0 && run.scenario === scenario);
  return median(
    quiet.flatMap((run) => (run[name] === null ? [] : run[name] - run.undisturbed[name])),
  );
}

function countRules(runs: readonly Run[]): string {
  const counts = new Map<string, number>();
  for (const id of runs.flatMap(({ invalid }) => invalid)) {
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return [...counts].map(([id, count]) => `${id} ${count}`).join(", ") || "–";
}
