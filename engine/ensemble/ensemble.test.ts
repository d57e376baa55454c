import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { accumulator, accumulatorConfig } from "../scheduling/sequence/testing/models.ts";
import { EngineFixture } from "../testing/engine-fixture.ts";
import { step, tensor, writeEnsemble } from "../testing/ensemble-config.ts";
import { floats, readFloats, inferRequest } from "../testing/requests.ts";
import { executeDelay, type TestRepository } from "../testing/repository.ts";
import { VirtualClock } from "../testing/virtual-clock.ts";
import type {
  Engine,
  InferRequest,
  InferResponse,
  ModelStatistics,
  RequestTrace,
  TracePoint,
} from "../types.ts";

let fixture: EngineFixture;
let repository: TestRepository;

beforeEach(async () => {
  fixture = await EngineFixture.create();
  repository = fixture.repository;
});

afterEach(() => fixture[Symbol.asyncDispose]());

const ensemble = (
  ...of: Parameters<typeof writeEnsemble> extends [unknown, ...infer Rest] ? Rest : never
) => writeEnsemble(repository, ...of);

/** As recorded from Triton 2.64.0: id_plain, then id_cached. */
async function recordedEnsemble(): Promise<void> {
  await repository.identity("id_plain", "max_batch_size: 8");
  await repository.identity(
    "id_cached",
    "max_batch_size: 8 dynamic_batching { } response_cache { enable: true }",
  );
  await ensemble("ens", [
    step("id_plain", { INPUT0: "IN" }, { OUTPUT0: "mid" }),
    step("id_cached", { INPUT0: "mid" }, { OUTPUT0: "OUT" }),
  ]);
}

const request = (values: number[], extra: Partial<InferRequest> = {}) =>
  inferRequest({ modelName: "ens", inputs: [floats("IN", [1, values.length], values)], ...extra });

const stats = (engine: Engine, name: string) =>
  engine.modelStatistics(name, "")[0] as ModelStatistics;

const NO_SEQUENCE = { sequence_id: 0, sequence_start: false, sequence_end: false };

describe("an ensemble, as recorded from Triton", () => {
  it("[ENSEMBLE-5][ENSEMBLE-7] answers with its own name and only the sequence's parameters", async () => {
    await recordedEnsemble();
    const engine = await fixture.start();
    const response = await engine.infer(request([0, 1], { id: "r" }));
    expect(response).toMatchObject({
      modelName: "ens",
      modelVersion: "1",
      id: "r",
      outputs: [{ name: "OUT", datatype: "FP32", shape: [1, 2] }],
    });
    expect(response.parameters).toEqual(NO_SEQUENCE);
    expect(readFloats(response.outputs[0])).toEqual([0, 1]);
    expect(engine.modelMetadata("ens", "")).toEqual({
      name: "ens",
      versions: ["1"],
      platform: "ensemble",
      inputs: [{ name: "IN", datatype: "FP32", shape: [-1, -1] }],
      outputs: [{ name: "OUT", datatype: "FP32", shape: [-1, -1] }],
    });
    expect(engine.modelConfig("ens", "").model_transaction_policy).toEqual({ decoupled: false });
  });

  it("[ENSEMBLE-10] counts its requests, and sums its models' compute times", async () => {
    await recordedEnsemble();
    const engine = await fixture.start({ cacheBytes: 1 << 20 });
    for (let i = 0; i < 3; i++) await engine.infer(request([0, 1]));
    const { inference_stats: own, batch_stats, ...counts } = stats(engine, "ens");
    const plain = stats(engine, "id_plain").inference_stats;
    const cached = stats(engine, "id_cached").inference_stats;
    expect(counts).toMatchObject({ inference_count: 3, execution_count: 3 });
    expect(own).toMatchObject({
      success: { count: 3 },
      queue: { count: 3 },
      fail: { count: 0 },
      cache_hit: { count: 0 },
      compute_infer: { count: 3, ns: plain.compute_infer.ns + cached.compute_infer.ns },
      compute_input: { ns: plain.compute_input.ns + cached.compute_input.ns },
      compute_output: { ns: plain.compute_output.ns + cached.compute_output.ns },
    });
    expect(batch_stats).toMatchObject([{ batch_size: 1, compute_infer: { count: 3 } }]);
    expect(cached).toMatchObject({ success: { count: 3 }, cache_hit: { count: 2 } });
    expect(cached.compute_infer.count).toBe(1);
  });
});

describe("the graph", () => {
  /** IN → a → A and IN → b → B, with two models. */
  async function fork(): Promise<void> {
    for (const name of ["a", "b"]) await repository.identity(name, "max_batch_size: 8");
    await ensemble(
      "ens",
      [
        step("a", { INPUT0: "IN" }, { OUTPUT0: "A" }),
        step("b", { INPUT0: "IN" }, { OUTPUT0: "B" }),
      ],
      { io: `input [ ${tensor("IN")} ] output [ ${tensor("A")}, ${tensor("B")} ]` },
    );
  }

  it("[ENSEMBLE-4] leaves out the steps that no requested output needs", async () => {
    await fork();
    const engine = await fixture.start();
    const outputs = [{ name: "B", classification: 0 }];
    const response = await engine.infer(request([1], { outputs }));
    expect(response.outputs.map(({ name }) => name)).toEqual(["B"]);
    expect(stats(engine, "a").execution_count).toBe(0);
    expect(stats(engine, "b").execution_count).toBe(1);
    expect((await engine.infer(request([1]))).outputs.map(({ name }) => name)).toEqual(["A", "B"]);
    expect(stats(engine, "a").execution_count).toBe(1);
  });

  it("runs ONNX models one after the other, many requests at once, and an ensemble over ensembles", async () => {
    await repository.scale("twice", "1", 2);
    await repository.scale("thrice", "1", 3);
    const io = `input [ ${tensor("IN", "2")} ] output [ ${tensor("OUT", "2")} ]`;
    await ensemble(
      "sixfold",
      [step("twice", { x: "IN" }, { y: "mid" }), step("thrice", { x: "mid" }, { y: "OUT" })],
      { io, batch: 4 },
    );
    await ensemble(
      "ens",
      [
        step("sixfold", { IN: "IN" }, { OUT: "six" }),
        step("sixfold", { IN: "six" }, { OUT: "OUT" }),
      ],
      { io, batch: 4 },
    );
    const engine = await fixture.start();
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, i) =>
        readFloats((await engine.infer(request([i, 1]))).outputs[0]),
      ),
    );
    expect(answers).toEqual(Array.from({ length: 40 }, (_, i) => [36 * i, 36]));
    const { inference_stats: own } = stats(engine, "ens");
    expect(own.compute_infer.ns).toBe(
      ["twice", "thrice"].reduce(
        (sum, name) => sum + stats(engine, name).inference_stats.compute_infer.ns,
        0,
      ),
    );
  });

  it("[ENSEMBLE-6] joins models that batch with models that do not", async () => {
    await repository.identity("batched", "max_batch_size: 8");
    await repository.identity(
      "single",
      `input [ ${tensor("INPUT0", "2")} ] output [ ${tensor("OUTPUT0", "2")} ]`,
    );
    await ensemble("ens", [
      step("batched", { INPUT0: "IN" }, { OUTPUT0: "a" }),
      step("single", { INPUT0: "a" }, { OUTPUT0: "b" }),
      step("batched", { INPUT0: "b" }, { OUTPUT0: "OUT" }),
    ]);
    const engine = await fixture.start();
    const { outputs } = await engine.infer(request([3, 4]));
    expect(outputs).toMatchObject([{ shape: [1, 2] }]);
    expect(readFloats(outputs[0])).toEqual([3, 4]);
    const two = inferRequest({ modelName: "ens", inputs: [floats("IN", [2, 2], [1, 2, 3, 4])] });
    await expect(engine.infer(two)).rejects.toThrow(
      "in ensemble 'ens', [request id: <id_unknown>] unexpected shape for input 'INPUT0' for model 'single'. Expected [2], got [2,2].",
    );
  });

  it("[ENSEMBLE-5] passes on that an optional input was left out", async () => {
    await repository.identity(
      "two",
      `max_batch_size: 8
       input [ ${tensor("INPUT0")}, { name: "INPUT1" data_type: TYPE_FP32 dims: [ -1 ] optional: true } ]
       output [ ${tensor("OUTPUT0")}, ${tensor("OUTPUT1")} ]`,
    );
    await ensemble(
      "ens",
      [step("two", { INPUT0: "IN", INPUT1: "MORE" }, { OUTPUT0: "OUT", OUTPUT1: "EXTRA" })],
      {
        io: `input [ ${tensor("IN")}, { name: "MORE" data_type: TYPE_FP32 dims: [ -1 ] optional: true } ]
             output [ ${tensor("OUT")}, ${tensor("EXTRA")} ]`,
      },
    );
    const engine = await fixture.start();
    const { outputs } = await engine.infer(request([1]));
    expect(outputs.map(({ name }) => name)).toEqual(["OUT"]);
    const inputs = [floats("IN", [1, 1], [1]), floats("MORE", [1, 1], [2])];
    const both = await engine.infer(inferRequest({ modelName: "ens", inputs }));
    expect(both.outputs.map(({ name }) => name)).toEqual(["OUT", "EXTRA"]);
  });

  it("[ENSEMBLE-11] classifies with the labels of the model that produces the output", async () => {
    await repository.write("scale/labels.txt", "cat\ndog\n");
    await repository.scale("scale", "1", 1);
    await repository.write(
      "scale/config.pbtxt",
      `max_batch_size: 8 input [ ${tensor("x", "2")} ]
       output [ { name: "y" data_type: TYPE_FP32 dims: [ 2 ] label_filename: "labels.txt" } ]`,
    );
    const io = `input [ ${tensor("IN", "2")} ] output [ ${tensor("OUT", "2")} ]`;
    await ensemble("ens", [step("scale", { x: "IN" }, { y: "OUT" })], { io });
    const engine = await fixture.start();
    const outputs = [{ name: "OUT", classification: 1 }];
    const response = await engine.infer(request([0.25, 4], { outputs }));
    expect(Buffer.from(response.outputs[0]?.data ?? []).toString("latin1", 4)).toBe(
      "4.000000:1:dog",
    );
  });
});

describe("what an ensemble passes on", () => {
  it("[ENSEMBLE-7] priority and timeout reach every step", async () => {
    await repository.identity("first", "max_batch_size: 8");
    await repository.identity(
      "second",
      `max_batch_size: 1 dynamic_batching { default_queue_policy { default_timeout_microseconds: 60000000 allow_timeout_override: true } } ${executeDelay(60)}`,
    );
    await ensemble(
      "ens",
      [
        step("first", { INPUT0: "IN" }, { OUTPUT0: "mid" }),
        step("second", { INPUT0: "mid" }, { OUTPUT0: "OUT" }),
      ],
      { batch: 1 },
    );
    const engine = await fixture.start();
    const running = engine.infer(request([1]));
    await new Promise((resolve) => setTimeout(resolve, 10));
    await expect(
      engine.infer(request([2], { parameters: { timeout: 1000 } })),
    ).rejects.toMatchObject({
      code: "UNAVAILABLE",
      message: "in ensemble 'ens', Request timeout expired",
    });
    await running;
    const { failures } = engine.telemetry().models.find(({ name }) => name === "ens") ?? {};
    expect(failures).toEqual({ REJECTED: 0, CANCELED: 0, BACKEND: 0, OTHER: 1 });
  });

  it("[ENSEMBLE-7] sequence parameters reach a sequence model, and return with the response", async () => {
    await repository.identity("first", "max_batch_size: 4");
    await repository.write("total/1/model.onnx", accumulator);
    await repository.write("total/config.pbtxt", accumulatorConfig());
    await ensemble(
      "ens",
      [
        step("first", { INPUT0: "IN" }, { OUTPUT0: "mid" }),
        step("total", { x: "mid" }, { total: "OUT" }),
      ],
      { io: `input [ ${tensor("IN", "1")} ] output [ ${tensor("OUT", "1")} ]`, batch: 4 },
    );
    const engine = await fixture.start();
    const totals: number[] = [];
    for (const sequence_start of [true, false, false, true]) {
      const parameters = { sequence_id: 7, sequence_start };
      const response = await engine.infer(request([2], { parameters }));
      totals.push(...readFloats(response.outputs[0]));
      expect(response.parameters).toEqual({ sequence_id: 7, sequence_start, sequence_end: false });
    }
    expect(totals).toEqual([2, 4, 6, 2]);
    await expect(engine.infer(request([2]))).rejects.toThrow(/^in ensemble 'ens', /);
  });

  it("[ENSEMBLE-7] the traces of the steps are children of the ensemble's", async () => {
    await repository.identity("first", "max_batch_size: 8");
    await ensemble("inner", [step("first", { INPUT0: "IN" }, { OUTPUT0: "OUT" })]);
    await ensemble("ens", [
      step("first", { INPUT0: "IN" }, { OUTPUT0: "mid" }),
      step("inner", { IN: "mid" }, { OUT: "OUT" }),
    ]);
    const engine = await fixture.start();
    const stamped = new Map<string, TracePoint[]>();
    const timeLine = (name: string): RequestTrace => ({
      stamp: (point) => void stamped.set(name, [...(stamped.get(name) ?? []), point]),
      served: () => {},
      failed: () => {},
      child: (model) => timeLine(`${name}/${model}`),
    });
    await engine.infer(request([1], { trace: timeLine("ens") }));
    expect([...stamped.keys()]).toEqual(["ens", "ens/first", "ens/inner", "ens/inner/first"]);
    const executed = ["COMPUTE_START", "COMPUTE_INPUT_END", "COMPUTE_OUTPUT_START", "COMPUTE_END"];
    expect(stamped.get("ens/inner/first")).toEqual(expect.arrayContaining(executed));
    expect(stamped.get("ens")).not.toContain("COMPUTE_START");
  });

  it("[ENSEMBLE-9] cancellation ends the request at once and starts no further step", async () => {
    await repository.identity("first", `max_batch_size: 8 ${executeDelay(50)}`);
    await repository.identity("second", "max_batch_size: 8");
    await ensemble("ens", [
      step("first", { INPUT0: "IN" }, { OUTPUT0: "mid" }),
      step("second", { INPUT0: "mid" }, { OUTPUT0: "OUT" }),
    ]);
    const engine = await fixture.start();
    const controller = new AbortController();
    const cancelled = engine.infer(request([1], { signal: controller.signal }));
    await new Promise((resolve) => setTimeout(resolve, 10));
    controller.abort();
    await expect(cancelled).rejects.toMatchObject({ code: "CANCELLED" });
    await engine.infer(request([2]));
    expect(stats(engine, "second").execution_count).toBe(1);
    expect(stats(engine, "ens").inference_stats).toMatchObject({
      fail: { count: 1 },
      success: { count: 1 },
    });
  });

  it("[ENSEMBLE-8] max_inflight_requests limits each step over all requests", async () => {
    await repository.identity("slow", `max_batch_size: 8 dynamic_batching { } ${executeDelay(20)}`);
    await ensemble("ens", [step("slow", { INPUT0: "IN" }, { OUTPUT0: "OUT" })], {
      more: "max_inflight_requests: 2",
    });
    const engine = await fixture.start();
    const answers = Promise.all([1, 2, 3, 4, 5, 6].map((value) => engine.infer(request([value]))));
    const slow = () => engine.telemetry().models.find(({ name }) => name === "slow");
    expect((slow()?.queued ?? 0) + (slow()?.executing ?? 0)).toBeLessThanOrEqual(2);
    expect((await answers).map(({ outputs }) => readFloats(outputs[0]))).toEqual(
      [1, 2, 3, 4, 5, 6].map((value) => [value]),
    );
    expect(stats(engine, "slow").batch_stats.every(({ batch_size }) => batch_size <= 2)).toBe(true);
  });

  it("[ENSEMBLE-9] adds its name to its models' errors, and nested ensembles each add theirs", async () => {
    await repository.identity(
      "short",
      `input [ ${tensor("INPUT0", "1")} ] output [ ${tensor("OUTPUT0", "1")} ] max_batch_size: 8`,
    );
    await ensemble("inner", [step("short", { INPUT0: "IN" }, { OUTPUT0: "OUT" })]);
    await ensemble("ens", [step("inner", { IN: "IN" }, { OUT: "OUT" })]);
    const engine = await fixture.start();
    await expect(engine.infer(request([1, 2], { id: "q" }))).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      message: expect.stringMatching(
        /^in ensemble 'ens', in ensemble 'inner', \[request id: q\] unexpected shape for input 'INPUT0' for model 'short'/,
      ),
    });
  });
});

describe("the response cache", () => {
  it("[ENSEMBLE-12] stores an ensemble's responses", async () => {
    await recordedEnsemble();
    const io = `response_cache { enable: true } input [ ${tensor("IN")} ] output [ ${tensor("OUT")} ]`;
    await ensemble("ens", [step("id_plain", { INPUT0: "IN" }, { OUTPUT0: "OUT" })], { io });
    const engine = await fixture.start({ cacheBytes: 1 << 20 });
    await engine.infer(request([1]));
    expect(readFloats((await engine.infer(request([1]))).outputs[0])).toEqual([1]);
    expect(stats(engine, "id_plain").execution_count).toBe(1);
    expect(stats(engine, "ens").inference_stats).toMatchObject({
      cache_hit: { count: 1 },
      cache_miss: { count: 1 },
    });
  });
});

describe("requests that wait for an equal one's response", () => {
  it("[CACHE-5] don't share its timeout in a model's queue", async () => {
    await repository.identity(
      "id_plain",
      `max_batch_size: 1 ${executeDelay(150)}
       dynamic_batching { default_queue_policy { default_timeout_microseconds: 100000 } }`,
    );
    const io = `response_cache { enable: true } input [ ${tensor("IN")} ] output [ ${tensor("OUT")} ]`;
    await ensemble("ens", [step("id_plain", { INPUT0: "IN" }, { OUTPUT0: "OUT" })], {
      io,
      batch: 1,
    });
    const clock = new VirtualClock();
    const engine = await fixture.start({ cacheBytes: 1 << 20, clock });
    const ends: string[] = [];
    const send = async (name: string, values: number[]) => {
      const sent = engine.infer(request(values)).then(
        () => ends.push(`${name} answered`),
        (error: Error) => ends.push(`${name}: ${error.message}`),
      );
      await clock.advance(1e6);
      return sent;
    };
    void send("other", [2]);
    await clock.advance(9e6);
    void send("leader", [1]);
    await clock.advance(80e6);
    void send("follower", [1]);
    await clock.advance(40e6);
    expect(ends).toEqual(["leader: in ensemble 'ens', Request timeout expired"]);
    await clock.advance(300e6);
    expect(ends.slice(1)).toEqual(["other answered", "follower answered"]);
    expect(engine.telemetry().models.find(({ name }) => name === "ens")?.failures).toMatchObject({
      OTHER: 1,
      REJECTED: 0,
    });
  });
});

describe("decoupled models", () => {
  const u32 = (name: string, values: number[]) => {
    const data = new Uint8Array(new Uint32Array(values).buffer);
    return {
      name,
      datatype: "UINT32",
      shape: [values.length],
      segments: [data],
      byteLength: data.byteLength,
    };
  };

  async function stream(
    engine: Engine,
    values: number[],
  ): Promise<[number[] | undefined, boolean][]> {
    const inputs = [
      floats("IN", [values.length], values),
      u32(
        "DELAY",
        values.map(() => 0),
      ),
      u32("WAIT", [0]),
    ];
    const seen: [number[] | undefined, boolean][] = [];
    const respond = (response: InferResponse | undefined, final: boolean) =>
      void seen.push([response && readFloats(response.outputs[0]), final]);
    await engine.inferStream(inferRequest({ modelName: "ens", inputs }), respond);
    return seen;
  }

  const IO = `input [ ${tensor("IN")}, ${tensor("DELAY", "-1", "UINT32")}, ${tensor("WAIT", "1", "UINT32")} ] output [ ${tensor("OUT", "1")} ]`;
  const REPEAT = step("repeat", { IN: "IN", DELAY: "DELAY", WAIT: "WAIT" }, { OUT: "mid" });

  beforeEach(async () => {
    await repository.repeat("repeat", "FP32");
    await repository.identity(
      "id",
      `input [ ${tensor("INPUT0", "1")} ] output [ ${tensor("OUTPUT0", "1")} ]`,
    );
  });

  it("[ENSEMBLE-13] make the ensemble stream, with each response passing through later steps", async () => {
    await ensemble("ens", [REPEAT, step("id", { INPUT0: "mid" }, { OUTPUT0: "OUT" })], {
      io: IO,
      batch: 0,
    });
    const engine = await fixture.start();
    expect(engine.modelConfig("ens", "").model_transaction_policy).toEqual({ decoupled: true });
    const seen = await stream(engine, [5, 6, 7]);
    expect(seen.flatMap(([values]) => values ?? [])).toEqual([5, 6, 7]);
    expect(seen.map(([, final]) => final).lastIndexOf(false)).toBe(seen.length - 2);
    expect(seen.at(-1)?.[1]).toBe(true);
    expect(await stream(engine, [])).toEqual([[undefined, true]]);
    await expect(engine.infer(inferRequest({ modelName: "ens" }))).rejects.toMatchObject({
      code: "UNIMPLEMENTED",
    });
    expect(stats(engine, "id").execution_count).toBe(3);
  });

  it("[ENSEMBLE-3] are not joined with one another", async () => {
    await repository.identity(
      "two",
      `input [ ${tensor("INPUT0", "1")}, ${tensor("INPUT1", "1")} ] output [ ${tensor("OUTPUT0", "1")}, ${tensor("OUTPUT1", "1")} ]`,
    );
    await ensemble(
      "ens",
      [
        REPEAT,
        step("repeat", { IN: "IN", DELAY: "DELAY", WAIT: "WAIT" }, { OUT: "other" }),
        step("two", { INPUT0: "mid", INPUT1: "other" }, { OUTPUT0: "OUT" }),
      ],
      { io: IO, batch: 0 },
    );
    const engine = await fixture.start({ modelControlMode: "explicit" });
    await expect(engine.loadModel("ens", {})).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      message:
        "load failed for model 'ens': in ensemble ens, step of model 'two' receives inputs originated from different decoupled models\n",
    });
  });
});
