import type { Steps } from "../../../base/steps.ts";
import { type CostModel, meanTime, monotone, type SizeTime } from "../../simulation/index.ts";
import type { Measured } from "./correction.ts";
import { type Deviation, fit, type Unknown } from "./fit.ts";
import type { TuningGoal } from "./goal.ts";
import { predict, type ServerModel } from "./predict.ts";

/** What trials show beyond their batches. Logarithms, unless noted. */
interface Effects {
  /** Overhead of a request over the reported one. */
  readonly overhead: number;
  /** What 64 clients add to it, as a multiple of the reported one. */
  readonly clients: number;
  /** Time of the largest batches over that of their samples. */
  readonly largest: number;
  /** Slowdown between instances, as a share; absent: assumed, so that nothing was measured with others. */
  readonly slowdown?: number;
}

export interface FitOptions {
  readonly goal: TuningGoal;
  readonly trials: readonly Measured[];
  /** ns that the server reports per request outside of queue and batch. */
  readonly reportedNs: number;
  /** Batch times by size if instances slow each other down by this share; null if that was not measured. */
  readonly timesAt: ((slowdown: number) => Steps<readonly SizeTime[]>) | null;
  readonly seed: number;
}

const REQUESTS = 1000;
const CLIENTS = 64;
const SLOWDOWN_STEP = 0.1;
/** How far each is from its usual value, before trials. */
const OVERHEAD = { usual: 0, spread: 0.7, step: 0.35, least: -3, most: 3 };
const PER_CLIENTS = { usual: 0, spread: 0.7, step: 0.5, least: 0, most: 10 };
const LARGEST = { usual: 0, spread: 0.07, step: 0.07, least: -0.5, most: 0.5 };
const SLOWDOWN = { spread: 0.15, step: SLOWDOWN_STEP, least: 0, most: 1.5 };
/** Errors of the simulator: those that all figures of a kind share, and those of each. */
const SHARED_ERRORS = [0.05, 0.1];
const THROUGHPUT_ERROR = 0.02;
const P99_ERROR = 0.07;

/**
 * The server model with which simulated throughputs and latencies agree best with those of the trials, each weighed by its
 * noise (SEARCH-21): the overhead of a request and of each client, the time of large batches, and the slowdown between
 * instances. Batches alone show the last two less exactly, and the others not at all.
 */
export function* fitServer(
  server: ServerModel,
  { goal, trials, reportedNs, timesAt, seed }: FitOptions,
): Steps<ServerModel> {
  // The server doesn't report it: it would be learned from nothing.
  if (!(reportedNs > 0)) return server;
  const { slowdown } = server.cost;
  const others = timesAt && (yield* timesAt(slowdown + SLOWDOWN_STEP));
  const withEffects = (effects: Effects): ServerModel => ({
    ...server,
    overheadNs: reportedNs * Math.exp(effects.overhead),
    clientNs: (reportedNs * effects.clients) / CLIENTS,
    cost: costWith(server.cost, others, effects),
  });
  const unknowns: readonly Unknown[] = [
    OVERHEAD,
    PER_CLIENTS,
    LARGEST,
    ...(others ? [{ ...SLOWDOWN, usual: slowdown }] : []),
  ];
  const values = yield* fit(unknowns, SHARED_ERRORS, function* (tried) {
    const model = withEffects(toEffects(tried));
    const all: Deviation[] = [];
    for (const { point, outcome, noise } of trials) {
      const { throughput, p99Ms } = predict(model, goal, point, { requests: REQUESTS, seed });
      // At a rate, throughput is the rate.
      if (goal.kind === "throughput") {
        all.push({
          off: Math.log(throughput / outcome.throughput),
          noise: Math.hypot(noise, THROUGHPUT_ERROR),
          kind: 0,
        });
      }
      all.push({
        off: Math.log(p99Ms / outcome.p99Ms),
        noise: Math.hypot(noise, P99_ERROR),
        kind: 1,
      });
      yield;
    }
    return all;
  });
  return withEffects(toEffects(values));
}

function toEffects([overhead = 0, clients = 0, largest = 0, slowdown]: readonly number[]): Effects {
  return { overhead, clients, largest, ...(slowdown !== undefined && { slowdown }) };
}

/** `others`: the times if the slowdown were larger by a step. */
function costWith(
  cost: CostModel,
  others: readonly SizeTime[] | null,
  { largest, slowdown = cost.slowdown }: Effects,
): CostModel {
  const doublings = Math.log2(Math.max(2, cost.times.at(-1)?.size ?? 1));
  const steps = (slowdown - cost.slowdown) / SLOWDOWN_STEP;
  return {
    ...cost,
    slowdown,
    times: monotone(
      cost.times.map(({ size, ns }) => {
        const perStep = others ? Math.log(meanTime(others, size) / ns) : 0;
        const change = perStep * steps + (largest * Math.log2(size)) / doublings;
        return { size, ns: ns * Math.exp(change), count: 1 };
      }),
    ),
  };
}
