import { Certifier } from "../../main/lab/measuring.ts";
import type { Random } from "../../main/wire/index.ts";
import { type Cutoff, EarlyStop } from "../../main/tuning/search/early-stop.ts";
import type { Outcome } from "../../main/tuning/search/goal.ts";

/** Latencies of a simulated server at one load, ms; ascending. */
export type Quantiles = readonly (readonly [share: number, ms: number])[];

interface Run {
  /** Result of the complete measurement. */
  readonly outcome: Outcome;
  readonly quantiles: Quantiles;
  readonly clients: number | null;
  readonly seconds: number;
  readonly random: Random;
}

const LOOK_SECONDS = 0.1;

/** The duration of a measurement that the search would end at the cutoff. */
export function measuredSeconds(run: Run, cutoff: Cutoff | null): number {
  const { outcome, clients, seconds, random } = run;
  if (cutoff === null) return seconds;
  const { p99Ms } = cutoff;
  const earlyStop = new EarlyStop(
    cutoff,
    clients === null
      ? { kind: "rate", rate: outcome.throughput, arrivals: { kind: "poisson" } }
      : { kind: "concurrency", clients, thinkMs: 0 },
  );
  const over = p99Ms === null ? 0 : shareOver(run, p99Ms);
  const certifier = new Certifier({ percentile: 99 });
  let successes = 0;
  for (let look = 1; look * LOOK_SECONDS < seconds; look++) {
    const secondsDone = look * LOOK_SECONDS;
    const requests = Math.floor(outcome.throughput * secondsDone) - successes;
    successes += requests;
    let slow = 0;
    for (let i = 0; i < requests; i++) if (random() < over) slow += 1;
    const isMissed = certifier.add(requests, slow) === "failed";
    const certificate =
      p99Ms === null
        ? null
        : { result: isMissed ? ("missed" as const) : ("undecided" as const), boundMs: p99Ms };
    if (earlyStop.reasonToEnd(progressAt(secondsDone, successes), certificate)) return secondsDone;
  }
  return seconds;
}

/** Share of requests with a longer latency, with latencies scaled to the measured p99. */
function shareOver({ quantiles, outcome }: Run, ms: number): number {
  const last = quantiles.at(-1) as Quantiles[number];
  const own = (ms * last[1]) / outcome.p99Ms;
  const next = quantiles.findIndex(([, each]) => each >= own);
  const at = next === -1 ? quantiles.length - 1 : Math.max(1, next);
  const [[lowShare, low], [highShare, high]] = [quantiles[at - 1], quantiles[at]] as [
    Quantiles[number],
    Quantiles[number],
  ];
  // The logarithm of the share of slower requests is about linear in the latency.
  const slope = Math.log((1 - highShare) / (1 - lowShare)) / Math.max(high - low, 1e-9);
  return Math.min(1, (1 - lowShare) * Math.exp(slope * (own - low)));
}

const progressAt = (secondsDone: number, successes: number) => ({
  phase: "measuring" as const,
  secondsDone,
  successes,
});
