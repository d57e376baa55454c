import {
  type CostModel,
  meanTime,
  simulate,
  type SimulationResult,
} from "../../simulation/index.ts";
import type { Outcome, TuningGoal } from "./goal.ts";
import { type Point, simulatedModel } from "./settings.ts";

/** What is known of a server, to predict from. */
export interface ServerModel {
  readonly cost: CostModel;
  /** See the simulation's input of this name. */
  readonly overheadNs: number;
  readonly itemsPerRequest: number;
}

export interface Accuracy {
  /** About so many requests are simulated for each point. */
  readonly requests: number;
  readonly seed: number;
}

/** What the simulator says of a point. */
export function predict(
  server: ServerModel,
  goal: TuningGoal,
  point: Point,
  accuracy: Accuracy,
): Outcome {
  return simulatePoint(server, goal, point, accuracy).outcome;
}

/** The same, with all that the simulated server did. */
export function simulatePoint(
  { cost, overheadNs, itemsPerRequest }: ServerModel,
  goal: TuningGoal,
  { settings, clients }: Point,
  { requests, seed }: Accuracy,
): { readonly outcome: Outcome; readonly result: SimulationResult } {
  const { maxBatchSize, instances } = settings;
  const size = Math.max(
    itemsPerRequest,
    Math.min(maxBatchSize, (clients ?? Infinity) * itemsPerRequest),
  );
  const batchNs = meanTime(cost.times, size) * (1 + cost.slowdown * (instances - 1));
  const capacity = ((instances * size) / itemsPerRequest / batchNs) * 1e9;
  const alone = meanTime(cost.times, itemsPerRequest) + overheadNs;
  const rate = goal.kind === "throughput" ? 0 : goal.rate;
  const expected = clients === null ? rate : Math.min(capacity, (clients / alone) * 1e9);
  const seconds = requests / expected;
  const result = simulate({
    model: simulatedModel(settings, itemsPerRequest),
    cost,
    traffic:
      clients === null
        ? { kind: "rate", rate, arrivals: { kind: "poisson" } }
        : { kind: "clients", clients, thinkMs: 0 },
    seconds,
    warmupSeconds: seconds / 10,
    itemsPerRequest,
    overheadNs,
    cache: { hitRate: 0, hitNs: 0 },
    seed,
  });
  return {
    outcome: {
      // Without a response in the whole span: less than one, and a latency of at least the span.
      throughput: Math.max(result.throughput, 1 / seconds),
      p99Ms: result.latency?.p99 ?? seconds * 1000,
    },
    result,
  };
}
