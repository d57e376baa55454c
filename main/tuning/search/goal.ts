/** The goal of a search. Rates in requests per second, latencies as clients see them. */
export type TuningGoal =
  /** The highest throughput, at any number of clients, whose p99 is within the limit; null: no limit. */
  | { readonly kind: "throughput"; readonly p99Ms: number | null }
  /** The lowest p99 at this rate. */
  | { readonly kind: "latency"; readonly rate: number }
  /** The fewest instances that serve this rate within the limit, and of those the lowest p99. */
  | { readonly kind: "instances"; readonly rate: number; readonly p99Ms: number };

/** Figures of a configuration under a load, measured or predicted. */
export interface Outcome {
  readonly throughput: number;
  readonly p99Ms: number;
}

/** Share of the rate that must be served; with less, the queue grows. */
const SERVED_SHARE = 0.98;
/** Outweighs any latency. */
const INSTANCE_WEIGHT = 100;

/** Logarithm of the figure to maximize. */
export function logValue(goal: TuningGoal, instances: number, outcome: Outcome): number {
  const { throughput, p99Ms } = outcome;
  return logValueAt(goal, instances, { throughput: Math.log(throughput), p99: Math.log(p99Ms) });
}

/** The same from logarithms. */
export function logValueAt(
  goal: TuningGoal,
  instances: number,
  { throughput, p99 }: { readonly throughput: number; readonly p99: number },
): number {
  switch (goal.kind) {
    case "throughput":
      return throughput;
    case "latency":
      return -p99;
    case "instances":
      return -INSTANCE_WEIGHT * Math.log(instances) - p99;
  }
}

/** Limits of an outcome, as logarithms; infinite without one. */
export function logLimits(goal: TuningGoal): { readonly throughput: number; readonly p99: number } {
  const rate = goal.kind === "throughput" ? 0 : goal.rate * SERVED_SHARE;
  const p99 = goal.kind === "latency" ? null : goal.p99Ms;
  return { throughput: Math.log(rate), p99: p99 === null ? Infinity : Math.log(p99) };
}

export function meets(goal: TuningGoal, { throughput, p99Ms }: Outcome): boolean {
  const limits = logLimits(goal);
  return Math.log(throughput) >= limits.throughput && Math.log(p99Ms) <= limits.p99;
}

/** Geometric means. */
export function meanOutcome(outcomes: readonly Outcome[]): Outcome {
  const mean = (read: (outcome: Outcome) => number) =>
    Math.exp(outcomes.reduce((sum, each) => sum + Math.log(read(each)), 0) / outcomes.length);
  return { throughput: mean(({ throughput }) => throughput), p99Ms: mean(({ p99Ms }) => p99Ms) };
}
