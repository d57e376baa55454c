import type { ModelStatistics } from "../../engine/types.ts";
import { decodeHistogram, type LoadGenerator } from "../../main/lab/measuring.ts";
import type { BatchExecutions } from "../../main/simulation/batch-executions.ts";
import type { openTarget } from "../../main/lab/target/index.ts";
import {
  executionsBetween,
  type SimulatedTraffic,
  type SingleBatch,
} from "../../main/simulation/index.ts";
import { InsightClient } from "../../main/servers/triton/index.ts";
import { GrpcClient } from "../../main/wire/transport/index.ts";
import { plainTarget, planInputs } from "../../main/wire/index.ts";

/** Measurements of clients of a real server. Times in ms, from sending to the response. */
export interface Measured {
  readonly throughput: number;
  readonly p50: number;
  readonly p99: number;
  readonly mean: number;
  readonly failures: number;
  /** Quantiles at equal distances, ns. */
  readonly responses: readonly number[];
  /** From the server, over the run including warm-up. */
  readonly executions: readonly BatchExecutions[];
  /** Mean time in queue and batch, ms. */
  readonly serverMs: number;
}

export interface Subject {
  readonly model: string;
  /** HOST:PORT of gRPC. */
  readonly address: string;
  readonly server: ReturnType<typeof openTarget>;
  readonly generator: LoadGenerator;
}

const QUANTILES = 4000;

/** Single batches that run during `work`. Reporting them costs the server some time, so measured runs go without. */
export async function watchBatches(
  { model, address }: Pick<Subject, "model" | "address">,
  work: () => Promise<unknown>,
): Promise<SingleBatch[]> {
  const grpc = new GrpcClient(address);
  const seen: SingleBatch[] = [];
  try {
    using _watching = new InsightClient(grpc).watchBatches(model, {
      batches: (batches) =>
        seen.push(
          ...batches.map(({ items, computeInputNs, computeInferNs, computeOutputNs }) => ({
            size: items,
            ns: computeInputNs + computeInferNs + computeOutputNs,
          })),
        ),
      ended: () => {},
    });
    await work();
  } finally {
    grpc.close();
  }
  return seen;
}

/** Measures a load on the model for some seconds, after a warm-up of one second. */
export async function measure(
  { model, address, server, generator }: Subject,
  traffic: SimulatedTraffic,
  { seconds, seed }: { readonly seconds: number; readonly seed: number },
): Promise<Measured> {
  const detail = await server.modelDetail(model);
  const source = { kind: "generated", byInput: {} } as const;
  const { inputs } = planInputs(detail, { batchSize: 1, shapes: {}, inputs: source });
  const target = plainTarget(address);
  if (!target) throw new Error(`no target: ${address}`);
  const before = await server.statistics(model);
  const result = await generator.run(
    {
      wire: "grpc",
      target,
      traffic: [
        {
          model,
          modelVersion: "",
          inputs,
          batchSize: 1,
          source,
          distinctInputs: 64,
          reuse: { kind: "turns" },
          checkOutputs: false,
          seed: 1,
          weight: 1,
          deadlineMs: null,
          priority: 0,
          timeoutMicros: null,
          sequence: null,
          decoupled: false,
          asJson: false,
        },
      ],
      load:
        traffic.kind === "clients"
          ? { kind: "concurrency", clients: traffic.clients, thinkMs: traffic.thinkMs }
          : traffic,
      seed,
      warmup: { seconds: 1, requests: null },
      seconds,
      requests: null,
      boundMs: null,
      windowSeconds: 10,
    },
    {},
    new AbortController().signal,
  ).result;
  const after = await server.statistics(model);
  const times = decodeHistogram(result.service);
  return {
    throughput: result.answered.requests / result.seconds,
    p50: times.getValueAtPercentile(50) / 1000,
    p99: times.getValueAtPercentile(99) / 1000,
    responses: Array.from(
      { length: QUANTILES },
      (_, i) => times.getValueAtPercentile(((i + 0.5) / QUANTILES) * 100) * 1000,
    ),
    mean: (result.serviceTimes.mean ?? Number.NaN) / 1000,
    failures: result.failures.reduce((sum, { count }) => sum + count, 0),
    executions: executionsBetween(before, after),
    serverMs: serverMs(before, after),
  };
}

/** Mean time of a request in queue and batch between two polls, ms. */
function serverMs(before: readonly ModelStatistics[], after: readonly ModelStatistics[]): number {
  const total = (all: readonly ModelStatistics[]) =>
    all.reduce(
      (
        sum,
        { inference_stats: { success, queue, compute_input, compute_infer, compute_output } },
      ) => ({
        count: sum.count + success.count,
        ns: sum.ns + queue.ns + compute_input.ns + compute_infer.ns + compute_output.ns,
      }),
      { count: 0, ns: 0 },
    );
  const [from, to] = [total(before), total(after)];
  return (to.ns - from.ns) / (to.count - from.count) / 1e6;
}
