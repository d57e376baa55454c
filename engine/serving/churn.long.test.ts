// Random requests of all kinds while models are loaded, resized, broken and unloaded: each gets
// exactly one response.
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { seededRandom } from "../../main/wire/index.ts";
import { StatusError } from "../../base/status-error.ts";
import { EngineFixture } from "../testing/engine-fixture.ts";
import { executeDelay } from "../testing/repository.ts";
import { floats, inferRequest } from "../testing/requests.ts";
import type { Engine, InferRequest, InputTensor } from "../types.ts";

const SECONDS = 8;

const FLOATS = `input [ { name: "INPUT0" data_type: TYPE_FP32 dims: [ -1 ] } ]
output [ { name: "OUTPUT0" data_type: TYPE_FP32 dims: [ -1 ] } ]`;

/** Instances that share a resource across all models, and a run's time. */
const identity = (count: number, ms: number) => `backend: "identity" max_batch_size: 4 ${FLOATS}
instance_group [ { kind: KIND_CPU count: ${count} rate_limiter { resources [ { name: "R" global: true count: 1 } ] } } ]
${executeDelay(ms)}`;

const ensemble = (first: string, second: string, inflight: number) => `platform: "ensemble"
max_batch_size: 4 ${FLOATS} response_cache { enable: true }
ensemble_scheduling { max_inflight_requests: ${inflight}
step [ { model_name: "${first}" model_version: -1 input_map { key: "INPUT0" value: "INPUT0" } output_map { key: "OUTPUT0" value: "between" } },
       { model_name: "${second}" model_version: -1 input_map { key: "INPUT0" value: "between" } output_map { key: "OUTPUT0" value: "OUTPUT0" } } ] }`;

/** Each model's configuration with this many instances and a run of this length. */
const CONFIGS: Readonly<Record<string, (count: number, ms: number) => string>> = {
  ordered: (count, ms) => `${identity(count, ms)} response_cache { enable: true }
dynamic_batching { preserve_ordering: true max_queue_delay_microseconds: 500
default_queue_policy { max_queue_size: 20 default_timeout_microseconds: 30000 } }`,
  levels: (count, ms) => `${identity(count, ms)} response_cache { enable: true }
dynamic_batching { priority_levels: 3 default_priority_level: 2
default_queue_policy { timeout_action: DELAY default_timeout_microseconds: 5000 allow_timeout_override: true }
priority_queue_policy { key: 1 value { default_timeout_microseconds: 4000 max_queue_size: 3 } } }`,
  sequences: (count, ms) => `${identity(count, ms)}
sequence_batching { max_sequence_idle_microseconds: 20000 ${ms % 2 === 1 ? "oldest { max_candidate_sequences: 3 }" : "direct { }"} }`,
  streams: (count) => `backend: "repeat" model_transaction_policy { decoupled: true }
input [ { name: "IN" data_type: TYPE_UINT32 dims: [ -1 ] }, { name: "DELAY" data_type: TYPE_UINT32 dims: [ -1 ] }, { name: "WAIT" data_type: TYPE_UINT32 dims: [ 1 ] } ]
output [ { name: "OUT" data_type: TYPE_UINT32 dims: [ 1 ] }, { name: "IDX" data_type: TYPE_UINT32 dims: [ 1 ] } ]
instance_group [ { kind: KIND_CPU count: ${count} } ]`,
  both: () => ensemble("ordered", "levels", 2),
  nested: () => ensemble("both", "ordered", 0),
  versions: (
    count,
  ) => `backend: "onnxruntime" version_policy { all { } } response_cache { enable: true }
instance_group [ { kind: KIND_CPU count: ${count} } ]`,
};
const MODELS = Object.keys(CONFIGS);

function uints(name: string, values: readonly number[]): InputTensor {
  const data = new Uint8Array(new Uint32Array(values).buffer);
  const { byteLength } = data;
  return { name, datatype: "UINT32", shape: [values.length], segments: [data], byteLength };
}

class Churn {
  /** Labels of unanswered requests. */
  readonly open = new Set<string>();
  /** Violations. */
  readonly wrong: unknown[] = [];
  answered = 0;
  readonly #random: () => number;
  readonly #engine: Engine;
  readonly #fixture: EngineFixture;
  #sent = 0;

  constructor(fixture: EngineFixture, engine: Engine, seed: number) {
    this.#fixture = fixture;
    this.#engine = engine;
    this.#random = seededRandom(seed);
  }

  below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  send(): void {
    const modelName = MODELS[this.below(MODELS.length)] as string;
    const label = `${modelName} ${this.#sent++}`;
    const leaves = new AbortController();
    const asked: InferRequest = {
      ...this.#request(modelName),
      modelName,
      id: label,
      signal: leaves.signal,
    };
    const trace = this.#engine.startTrace(modelName, label);
    const request = trace ? { ...asked, trace } : asked;
    let finals = 0;
    const answer =
      modelName === "streams" || this.below(3) === 0
        ? this.#engine.inferStream(request, (_, final) => void (finals += final ? 1 : 0))
        : this.#engine.infer(request);
    this.open.add(label);
    answer
      .then(
        () => (this.answered += 1),
        (error: unknown) => {
          if (!(error instanceof StatusError) || error.code === "INTERNAL") this.wrong.push(error);
        },
      )
      .finally(() => {
        this.open.delete(label);
        if (finals > 1) this.wrong.push(`${label} ended ${finals} times`);
      });
    const when = this.below(8);
    if (when === 0) setTimeout(() => leaves.abort(), this.below(10));
    else if (when === 1) leaves.abort();
  }

  /** Loads, resizes, breaks or unloads a model. */
  async change(): Promise<void> {
    const model = MODELS[this.below(MODELS.length)] as string;
    const engine = this.#engine;
    const kind = this.below(10);
    if (kind < 3) await engine.loadModel(model, {});
    else if (kind === 3) await engine.unloadModel(model, this.below(2) === 0);
    else if (kind === 4) engine.setVersionSplit("versions", { "1": 90, "2": 10 });
    else if (kind === 5) await this.#load(model, "broken {");
    else await this.#load(model, CONFIGS[model]?.(1 + this.below(3), 1 + this.below(4)) ?? "");
  }

  async #load(model: string, config: string): Promise<void> {
    await this.#fixture.repository.write(`${model}/config.pbtxt`, config);
    await this.#engine.loadModel(model, {});
  }

  #request(model: string): InferRequest {
    const value = this.below(6);
    const parameters = { priority: this.below(4), timeout: this.below(2) * 3000 };
    if (model === "streams") {
      const count = this.below(5);
      const delays = Array.from({ length: count }, () => this.below(5));
      const inputs = [uints("IN", delays), uints("DELAY", delays), uints("WAIT", [this.below(5)])];
      return inferRequest({ inputs });
    }
    const inputs = [floats(model === "versions" ? "x" : "INPUT0", [1, 2], [value, 1])];
    if (model !== "sequences") return inferRequest({ inputs, parameters });
    const [start, end] = [this.below(3) === 0, this.below(4) === 0];
    const sequence = { sequence_id: 1 + this.below(9), sequence_start: start, sequence_end: end };
    return inferRequest({ inputs, parameters: { ...sequence, timeout: parameters.timeout } });
  }
}

test.each([1, 2, 3])(
  "[LOAD-5] [LOAD-7] [LOAD-8] [SCHED-Q3] models change under random traffic, and every request gets one response: %d",
  async (seed) => {
    await using fixture = await EngineFixture.create({ modelControlMode: "explicit" });
    const { repository } = fixture;
    for (const [model, config] of Object.entries(CONFIGS)) {
      await repository.write(`${model}/1/.keep`, "");
      await repository.write(`${model}/config.pbtxt`, config(1, 2));
    }
    await repository.scale("versions", "1", 2);
    await repository.scale("versions", "2", 3);
    const engine = await fixture.start({
      loadModels: ["*"],
      rateLimit: "execution_count",
      cacheBytes: 20_000,
      traceSettings: { trace_level: ["TIMESTAMPS"], trace_rate: 3 },
    });
    engine.watchBatches(() => {});
    const churn = new Churn(fixture, engine, seed);
    const end = performance.now() + SECONDS * 1000;
    let changing = Promise.resolve();
    while (performance.now() < end) {
      for (let i = churn.below(25); i > 0; i--) churn.send();
      if (churn.below(6) === 0) {
        // One after the other, so that a file isn't written twice at once; rejections don't matter.
        changing = changing.then(() => churn.change()).catch(() => {});
      }
      await sleep(churn.below(12));
    }
    await changing;
    await expect.poll(() => [...churn.open], { timeout: 20_000 }).toEqual([]);
    expect(churn.wrong).toEqual([]);
    expect(churn.answered).toBeGreaterThan(100);
    for (const { queued, executing, cacheLedger } of engine.telemetry().models) {
      expect([queued, executing]).toEqual([0, 0]);
      expect(cacheLedger.lookups).toBe(cacheLedger.hits + cacheLedger.misses);
    }
    await engine.close();
  },
);
