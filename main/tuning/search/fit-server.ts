import type { Steps } from "../../../base/steps.ts";
import { type CostModel, meanTime, monotone, type SizeTime } from "../../simulation/index.ts";
import type { Measured } from "./correction.ts";
import { type Belief, type Deviation, fit, type Unknown } from "./fit.ts";
import type { TuningGoal } from "./goal.ts";
import { predict, type ServerModel } from "./predict.ts";
import type { NoisySample } from "../../simulation/index.ts";

export interface FitOptions {
  readonly goal: TuningGoal;
  readonly trials: readonly Measured[];
  /** Executions before and in the trials. */
  readonly samples: readonly NoisySample[];
  /** ns that the server reports per request outside of queue and batch. */
  readonly reportedNs: number;
  /** Batch times by size if instances slow each other down by this share; null if that was not measured. */
  readonly timesAt: ((slowdown: number) => Steps<readonly SizeTime[]>) | null;
  readonly seed: number;
}

export interface FittedServer {
  readonly model: ServerModel;
  /** The unknown values of the model. */
  readonly values: readonly number[];
  /** Differences of the values that show their effects. */
  readonly steps: readonly number[];
  /** The values without the trials' throughputs and latencies. */
  readonly beforehand: Belief;
  /** The model with other values. */
  readonly modelAt: (values: readonly number[]) => ServerModel;
}

const REQUESTS = 1000;
const CLIENTS = 64;
const SLOWDOWN_STEP = 0.1;
/** How far each is from its usual value, before executions and trials; logarithms, unless noted. */
const UNKNOWNS = {
  /** Overhead of a request over the reported one. */
  overhead: { usual: 0, spread: 0.7, step: 0.35, least: -3, most: 3 },
  /** What 64 clients add to it, as a multiple of the reported one. */
  clients: { usual: 0, spread: 0.7, step: 0.5, least: 0, most: 10 },
  /** Time of all batches over that of the curve. */
  level: { usual: 0, spread: 0.2, step: 0.05, least: -0.5, most: 0.5 },
  /** Time of the largest batches over that of the curve, relative to single items. */
  largest: { usual: 0, spread: 0.1, step: 0.07, least: -0.5, most: 0.5 },
  /** Slowdown between instances, as a share. */
  slowdown: { usual: 0.5, spread: 0.5, step: SLOWDOWN_STEP, least: 0, most: 1.5 },
} satisfies Record<string, Unknown>;
type Effect = keyof typeof UNKNOWNS;
/** Errors of the simulator: those that all figures of a kind share, and those of each. */
const SHARED_ERRORS = [0.05, 0.1];
const THROUGHPUT_ERROR = 0.02;
const P99_ERROR = 0.07;

/**
 * The server model with which simulated throughputs and latencies agree best with those of the trials, and batch times with
 * the executions, each weighed by its noise (SEARCH-21): the overhead of a request and of each client, the time of batches,
 * and the slowdown between instances.
 */
export function* fitServer(
  server: ServerModel,
  { goal, trials, samples, reportedNs, timesAt, seed }: FitOptions,
): Steps<FittedServer> {
  const others = timesAt && (yield* timesAt(server.cost.slowdown + SLOWDOWN_STEP));
  const names: readonly Effect[] = [
    // Without a report, they would be learned from nothing.
    ...(reportedNs > 0 ? (["overhead", "clients"] as const) : []),
    "level",
    "largest",
    // Without other measurements, it is assumed.
    ...(others ? (["slowdown"] as const) : []),
  ];
  const modelAt = (values: readonly number[]): ServerModel => {
    const value = (name: Effect, missing = 0) => values[names.indexOf(name)] ?? missing;
    const own = costWith(server.cost, others, {
      level: value("level"),
      largest: value("largest"),
      slowdown: value("slowdown", server.cost.slowdown),
    });
    return {
      ...server,
      overheadNs: reportedNs * Math.exp(value("overhead")),
      clientNs: (reportedNs * value("clients")) / CLIENTS,
      cost: own,
    };
  };
  const { values, beforehand } = yield* fit(
    names.map((name) => UNKNOWNS[name]),
    SHARED_ERRORS,
    function* (tried) {
      const model = modelAt(tried);
      const all: Deviation[] = samples.map((each) => ({
        off: Math.log(batchTime(model.cost, each) / each.ns),
        noise: each.noise,
        kind: null,
      }));
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
    },
  );
  const steps = names.map((name) => UNKNOWNS[name].step);
  return { model: modelAt(values), values, steps, beforehand, modelAt };
}

/** Mean time of batches of a size while this many instances are busy. */
const batchTime = (
  { times, slowdown, cores = Infinity }: CostModel,
  { size, busy }: NoisySample,
): number => meanTime(times, size) * Math.max(1 + slowdown * (busy - 1), busy / cores);

/** `others`: the times if the slowdown were larger by a step. */
function costWith(
  cost: CostModel,
  others: readonly SizeTime[] | null,
  { level, largest, slowdown }: Readonly<Record<"level" | "largest" | "slowdown", number>>,
): CostModel {
  const doublings = Math.log2(Math.max(2, cost.times.at(-1)?.size ?? 1));
  const steps = (slowdown - cost.slowdown) / SLOWDOWN_STEP;
  return {
    ...cost,
    slowdown,
    times: monotone(
      cost.times.map(({ size, ns }) => {
        const perStep = others ? Math.log(meanTime(others, size) / ns) : 0;
        const change = perStep * steps + level + (largest * Math.log2(size)) / doublings;
        return { size, ns: ns * Math.exp(change), count: 1 };
      }),
    ),
  };
}
