import { type CostModel, simulateSettings, type SimulationResult } from "../../simulation/index.ts";
import type { Outcome, TuningGoal } from "./goal.ts";
import { batchingSettings, type Point, type QueueLimits } from "./settings.ts";

/** A server model to predict from. */
export interface ServerModel {
  readonly cost: CostModel;
  /** See the simulation's input of this name. */
  readonly overheadNs: number;
  /** What each client adds to the overhead of a request. Absent: nothing. */
  readonly clientNs?: number;
  /** See the simulation's input of this name. */
  readonly serialNs?: number;
  readonly itemsPerRequest: number;
  /** Absent: none. */
  readonly queue?: QueueLimits | undefined;
  /** Share (0..1) of requests that repeat an earlier one: a response cache answers them. Absent: 0. */
  readonly repeatShare?: number | undefined;
  /** Factor by which another number of threads lengthens batches, if known. */
  readonly threadFactors?: ReadonlyMap<number, number>;
}

export interface Accuracy {
  /** Approximate number of requests simulated per point. */
  readonly requests: number;
  readonly seed: number;
}

/** Time of a cache hit beyond the overhead of every request. */
const HIT_NS = 50_000;

/** The simulator's prediction for a point. */
export function predict(
  server: ServerModel,
  goal: TuningGoal,
  point: Point,
  accuracy: Accuracy,
): Outcome {
  return simulatePoint(server, goal, point, accuracy).outcome;
}

/** The same, with all figures of the simulated server. */
export function simulatePoint(
  { cost, itemsPerRequest, queue, repeatShare = 0, threadFactors, ...server }: ServerModel,
  goal: TuningGoal,
  { settings, clients }: Point,
  { requests, seed }: Accuracy,
): { readonly outcome: Outcome; readonly result: SimulationResult } {
  const factor = threadFactors?.get(settings.threads ?? 0) ?? 1;
  const result = simulateSettings({
    settings: batchingSettings(settings, itemsPerRequest, queue),
    cost: { ...cost, times: cost.times.map(({ size, ns }) => ({ size, ns: ns * factor })) },
    load:
      clients === null
        ? { kind: "rate", rate: goal.kind === "throughput" ? 0 : goal.rate }
        : { kind: "clients", clients },
    requests,
    itemsPerRequest,
    overheadNs: server.overheadNs + (server.clientNs ?? 0) * (clients ?? 0),
    serialNs: server.serialNs ?? 0,
    cache: { hitRate: settings.cache ? repeatShare : 0, hitNs: HIT_NS },
    seed,
  });
  const { seconds } = result;
  return {
    outcome: {
      // Without any response: a throughput below one per span, and a latency of at least the span.
      throughput: Math.max(result.throughput, 1 / seconds),
      p99Ms: result.latency?.p99 ?? seconds * 1000,
    },
    result,
  };
}
