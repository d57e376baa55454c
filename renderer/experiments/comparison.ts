import type { Experiment, ExperimentPlan, ExperimentStep } from "../../main/contract/index.ts";

export type MetricName = "throughput" | "p50" | "p90" | "p95" | "p99" | "failures";

export interface Metric {
  readonly name: MetricName;
  readonly label: string;
  readonly higherIsBetter: boolean;
  read(step: ExperimentStep): number | null;
}

export const failuresOf = (step: ExperimentStep) =>
  step.failures.reduce((sum, { count }) => sum + count, 0);

export const metrics: readonly Metric[] = [
  {
    name: "throughput",
    label: "Throughput",
    higherIsBetter: true,
    read: (step) => step.inferencesPerSecond,
  },
  { name: "p50", label: "p50", higherIsBetter: false, read: (step) => step.latency.p50Ms },
  { name: "p90", label: "p90", higherIsBetter: false, read: (step) => step.latency.p90Ms },
  { name: "p95", label: "p95", higherIsBetter: false, read: (step) => step.latency.p95Ms },
  { name: "p99", label: "p99", higherIsBetter: false, read: (step) => step.latency.p99Ms },
  { name: "failures", label: "Failures", higherIsBetter: false, read: failuresOf },
];

export type Verdict = "better" | "worse" | "same";

export interface Difference {
  readonly before: number;
  readonly now: number;
  readonly change: number;
  /** Of `before`; null where that is 0. */
  readonly share: number | null;
  readonly verdict: Verdict;
}

/** Two runs of the same thing differ by about this much; less is no difference. */
export const ALIKE = 0.05;

/** What changed from one value to another; null where either is missing. */
export function difference(
  before: number | null,
  now: number | null,
  higherIsBetter: boolean,
): Difference | null {
  if (before === null || now === null) return null;
  const change = now - before;
  const share = before === 0 ? null : change / before;
  const alike = change === 0 || (share !== null && Math.abs(share) < ALIKE);
  const verdict = alike ? "same" : change > 0 === higherIsBetter ? "better" : "worse";
  return { before, now, change, share, verdict };
}

/** The step of an experiment at a concurrency. */
export function stepAt(experiment: Experiment | undefined, concurrency: number) {
  return experiment?.steps.find((step) => step.concurrency === concurrency);
}

/** The step with the highest throughput; undefined when nothing was measured. */
export function bestStep(experiment: Experiment): ExperimentStep | undefined {
  return experiment.steps.toSorted((a, b) => b.inferencesPerSecond - a.inferencesPerSecond)[0];
}

/** What two plans do not have in common, in words, so that a comparison does not mislead. */
export function planDifferences(before: ExperimentPlan, now: ExperimentPlan): readonly string[] {
  const fields = [
    ["wire", "wire"],
    ["batchSize", "items per request"],
    ["secondsPerStep", "seconds per step"],
    ["warmupSeconds", "seconds of warm-up"],
    ["distinctInputs", "distinct inputs"],
    ["modelVersion", "model version"],
  ] as const;
  const said = fields.flatMap(([field, words]) =>
    before[field] === now[field]
      ? []
      : [`${words}: ${before[field] || "any"} before, ${now[field] || "any"} now`],
  );
  return JSON.stringify(before.shapes) === JSON.stringify(now.shapes)
    ? said
    : [...said, "input shapes"];
}
