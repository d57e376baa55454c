import type { CacheTelemetry, ModelStatistics, TelemetrySnapshot } from "../../../engine/types.ts";
import type { ModelDetail, ServerCapability, ServerStatus } from "../../contract/index.ts";
import { Listeners } from "../../../base/listeners.ts";
import { plainTarget, type ServerAccess } from "../../wire/index.ts";
import type { Observation, ServerAdapter } from "../../servers/index.ts";
import type { EngineInsight } from "../../servers/insight.ts";

export function detail(more: Partial<ModelDetail> = {}): ModelDetail {
  return {
    serverId: "embedded",
    name: "ranker",
    versions: [{ version: "1", state: "READY", reason: null }],
    ready: true,
    reason: null,
    platform: "onnxruntime_onnx",
    inputs: [{ name: "x", datatype: "FP32", shape: [-1, 4] }],
    outputs: [{ name: "y", datatype: "FP32", shape: [-1, 2] }],
    config: { name: "ranker", max_batch_size: 64 },
    instances: [],
    ...more,
  };
}

/** Metadata of the model `ranker`, as Triton sends it. */
export const rankerMetadata = {
  name: "ranker",
  versions: ["1"],
  platform: "onnxruntime_onnx",
  inputs: [{ name: "x", datatype: "FP32", shape: [-1, 8] }],
  outputs: [{ name: "y", datatype: "FP32", shape: [-1, 2] }],
};

/** Counters as if `requests` requests had run in batches of two, each 1 ms queued and 2 ms computed. */
export function statistics(requests: number, more: Partial<ModelStatistics> = {}): ModelStatistics {
  const took = (ms: number) => ({ count: requests, ns: requests * ms * 1e6 });
  const none = { count: 0, ns: 0 };
  const executions = Math.floor(requests / 2);
  const batch = { count: executions, ns: executions * 2e6 };
  return {
    name: "ranker",
    version: "1",
    last_inference: 0,
    inference_count: requests,
    execution_count: executions,
    inference_stats: {
      success: took(4),
      fail: none,
      queue: took(1),
      compute_input: took(0.25),
      compute_infer: took(2),
      compute_output: took(0.5),
      cache_hit: none,
      cache_miss: none,
    },
    batch_stats: [
      { batch_size: 2, compute_input: batch, compute_infer: batch, compute_output: batch },
    ],
    memory_usage: [],
    response_stats: {},
    ...more,
  };
}

/** A server adapter over an HTTP server that counts its requests; `setStatus` lets it crash and come back. */
export class FakeServer implements ServerAdapter {
  readonly id = "embedded";
  capabilities: readonly ServerCapability[] = ["statistics", "configuration", "load"];
  insight: EngineInsight | null = null;
  readonly #listeners = new Listeners<ServerStatus>("lab");
  readonly #requests: () => number;
  model = detail();
  status: ServerStatus;

  constructor(address: string, requests: () => number) {
    this.#requests = requests;
    this.status = {
      id: "embedded",
      name: "Embedded engine",
      kind: "embedded",
      state: "live",
      since: 0,
      reason: null,
      restarts: 0,
      endpoints: { grpc: "127.0.0.1:1", http: address, metrics: "127.0.0.1:2" },
      pid: 4711,
      version: "0.1.0",
      capabilities: [...this.capabilities],
      secure: false,
      nextTry: null,
      repositoryProblem: null,
      restartedAt: null,
      batchdeck: false,
      caveat: null,
    };
  }

  setStatus(more: Partial<ServerStatus>): void {
    this.status = { ...this.status, ...more };
    this.#listeners.emit(this.status);
  }

  observation: Observation = { incarnation: null, models: [], figures: [], exposition: null };

  async access(): Promise<ServerAccess> {
    const { grpc, http, metrics } = this.status.endpoints ?? { grpc: "", http: "", metrics: "" };
    return { grpc: plainTarget(grpc), http: plainTarget(http), metrics: plainTarget(metrics) };
  }

  async observe(): Promise<Observation> {
    return this.observation;
  }

  onStatus(listener: (status: ServerStatus) => void): Disposable {
    return this.#listeners.add(listener);
  }

  async modelDetail(model: string): Promise<ModelDetail> {
    const config = model === "sequence" ? { sequence_batching: {} } : this.model.config;
    return { ...this.model, name: model, config };
  }

  /** Reports its response cache from now on. */
  reportCache(cache: Pick<CacheTelemetry, "capacityBytes" | "usedBytes" | "entries">): void {
    this.capabilities = ["statistics", "configuration", "insight", "load"];
    const counts = { lookups: 0, hits: 0, misses: 0, evictions: 0, lookupNs: 0, insertionNs: 0 };
    this.telemetry = async () => ({
      engineId: "e",
      uptimeNs: 1,
      models: [],
      cache: { ...cache, ...counts },
    });
  }

  async statistics(): Promise<ModelStatistics[]> {
    return [statistics(this.#requests())];
  }

  repositoryIndex = () => Promise.reject(new Error("not asked for"));
  telemetry = (): Promise<TelemetrySnapshot> => Promise.reject(new Error("not asked for"));
  load = () => Promise.reject(new Error("not asked for"));
  unload = () => Promise.reject(new Error("not asked for"));
}
