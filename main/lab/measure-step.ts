import type { ModelStatistics } from "../../engine/types.ts";
import type { ExperimentPlan, ExperimentStep } from "../contract/index.ts";
import type { LoadGenerator } from "./generator/generator.ts";
import type { LatencyFigures, RunProgress, RunResult } from "./generator/messages.ts";
import type { InputSpec } from "./inputs/tensor.ts";
import { readStatistics, type StatisticsReading, splitBetween } from "./server-split.ts";

/** What is measured in every step of an experiment. */
export interface Subject {
  readonly plan: Omit<ExperimentPlan, "serverId" | "concurrencies" | "shapes">;
  readonly inputs: readonly InputSpec[];
  /** HOST:PORT of the plan's wire. */
  readonly address: string;
  /** The server's counters of the model. */
  readonly statistics: () => Promise<ModelStatistics[]>;
}

export interface StepTools {
  readonly generator: LoadGenerator;
  /** ms from any start */
  readonly monotonic: () => number;
  readonly onProgress?: (progress: RunProgress) => void;
  readonly signal?: AbortSignal;
}

/**
 * Measures one concurrency, and the server's own counters over the same span. An abort ends it early with
 * what was measured; null when that is nothing.
 */
export async function measureStep(
  { plan, inputs, address, statistics }: Subject,
  concurrency: number,
  { generator, monotonic, onProgress, signal }: StepTools,
): Promise<ExperimentStep | null> {
  const read = () => readStatistics(statistics, monotonic);
  let before: Promise<StatisticsReading | null> = Promise.resolve(null);
  let after = before;
  const result = await generator.run(
    {
      wire: plan.wire,
      address,
      warmupSeconds: plan.warmupSeconds,
      seconds: plan.secondsPerStep,
      loads: [
        {
          model: plan.model,
          modelVersion: plan.modelVersion,
          inputs,
          distinctInputs: plan.distinctInputs,
          seed: plan.seed,
          concurrency,
        },
      ],
    },
    {
      measuring: () => {
        before = read();
      },
      measured: () => {
        after = read();
      },
      ...(onProgress && { progress: onProgress }),
    },
    signal,
  );
  if (result.startedAt === null) return null;
  const server = splitBetween(await before, await after, plan.modelVersion);
  return stepOf(result, result.startedAt, concurrency, plan.batchSize, server);
}

function stepOf(
  result: RunResult,
  startedAt: number,
  concurrency: number,
  batchSize: number,
  server: ExperimentStep["server"],
): ExperimentStep {
  const requestsPerSecond = result.seconds > 0 ? result.successes / result.seconds : 0;
  return {
    concurrency,
    startedAt,
    seconds: result.seconds,
    complete: result.complete,
    requestsPerSecond,
    inferencesPerSecond: requestsPerSecond * batchSize,
    successes: result.successes,
    failures: [...result.failures],
    latency: inMs(result.latency),
    server,
    histogram: result.histogram,
    generatorCpu: result.cpu,
  };
}

const ms = (micros: number | null) => (micros === null ? null : micros / 1000);

function inMs(latency: LatencyFigures): ExperimentStep["latency"] {
  return {
    count: latency.count,
    meanMs: ms(latency.mean),
    p50Ms: ms(latency.p50),
    p90Ms: ms(latency.p90),
    p95Ms: ms(latency.p95),
    p99Ms: ms(latency.p99),
    minMs: ms(latency.min),
    maxMs: ms(latency.max),
  };
}
