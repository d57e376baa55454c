import http from "node:http";
import type { AddressInfo } from "node:net";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { tritonMethod } from "../../main/servers/testing/triton-method.ts";
import { createExposition } from "./exposition.ts";

/**
 * Servers that answer the console's requests to a Triton: metadata, repository index, configurations and statistics over
 * gRPC, metrics over HTTP. Run as a separate process: doubles.ts COUNT MODELS SLOW_MS, where SLOW_MS delays the first server's
 * answers. Sends its parent the addresses.
 */
export interface DoubleAddress {
  readonly grpc: string;
  readonly metrics: string;
}

type Answers = Readonly<Record<string, () => object>>;

const PLATFORM = "onnxruntime_onnx";
/** One in 50 replicas has another configuration. */
const [BATCH, OTHER_BATCH] = [8, 16];
const started = performance.now();
/** Total work of each model so far, in ms, at a rate that changes from answer to answer. */
const paces = new Map<string, { at: number; total: number }>();

function growCounters(model: string): number {
  const now = performance.now();
  const pace = paces.get(model) ?? { at: started, total: 0 };
  pace.total += Math.round((now - pace.at) * Math.random());
  pace.at = now;
  paces.set(model, pace);
  return pace.total;
}

async function startDouble(
  models: readonly string[],
  pauseMs: number,
  batch: number,
): Promise<DoubleAddress> {
  const answers: Answers = {
    ServerMetadata: () => ({
      name: "triton",
      version: "2.64.0",
      extensions: ["statistics", "model_repository", "model_configuration"],
    }),
    ModelMetadata: () => ({ versions: ["1"], platform: PLATFORM }),
    ModelConfig: () => ({ config: { platform: PLATFORM, max_batch_size: batch } }),
    RepositoryIndex: () => ({
      models: models.map((name) => ({ name, version: "1", state: "READY" })),
    }),
    ModelStatistics: () => ({ model_stats: models.map(createStatistics) }),
  };
  const server = new Server();
  for (const [method, answer] of Object.entries(answers))
    addMethod(server, method, answer, pauseMs);
  const grpc = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) =>
      error ? reject(error) : resolve(port),
    );
  });
  const exposition = createExposition(models);
  const metrics = http.createServer((_, response) => {
    setTimeout(() => response.end(exposition(Math.round(performance.now()))), pauseMs);
  });
  await new Promise<void>((resolve) => metrics.listen(0, "127.0.0.1", resolve));
  const { port } = metrics.address() as AddressInfo;
  return { grpc: `127.0.0.1:${grpc}`, metrics: `127.0.0.1:${port}` };
}

/** About one request per 20 ms, with varying durations. */
function createStatistics(name: string): object {
  const ms = growCounters(name);
  const count = Math.floor(ms / 10);
  const part = (share: number) => ({ count, ns: Math.round(ms * 1e6 * share) });
  const batches = [1, 2, 4, 8].map((batch_size) => ({
    batch_size,
    compute_input: part(0.02),
    compute_infer: part(0.3 / batch_size),
    compute_output: part(0.02),
  }));
  return {
    name,
    version: "1",
    last_inference: Date.now(),
    inference_count: count,
    execution_count: Math.floor(count / 2 + Math.random()),
    inference_stats: {
      success: part(1),
      fail: { count: 0, ns: 0 },
      queue: part(0.4 + 0.0001 * Math.random()),
      compute_input: part(0.02),
      compute_infer: part(0.5),
      compute_output: part(0.02),
      cache_hit: { count: Math.floor(count / 5), ns: count },
      cache_miss: { count, ns: count },
    },
    batch_stats: batches,
  };
}

function addMethod(server: Server, method: string, answer: () => object, pauseMs: number): void {
  const { definition, response } = tritonMethod(method);
  server.addService(definition, {
    [method]: (_: unknown, done: (error: null, value: object) => void) => {
      setTimeout(() => done(null, response.fromObject(answer())), pauseMs);
    },
  });
}

const [count = 1, models = 1, slowMs = 0] = process.argv.slice(2).map(Number);
const names = Array.from({ length: models }, (_, n) => `model_${String(n).padStart(2, "0")}`);
const addresses = await Promise.all(
  Array.from({ length: count }, (_, n) =>
    startDouble(names, n === 0 ? slowMs : 0, n === 7 ? OTHER_BATCH : BATCH),
  ),
);
process.send?.(addresses);
process.on("disconnect", () => process.exit(0));
