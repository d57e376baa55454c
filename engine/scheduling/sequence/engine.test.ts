import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Client, credentials, Metadata } from "@grpc/grpc-js";
import { inference, WireReader } from "../../../assets/proto/index.ts";
import { serveEngineGrpc } from "../../protocol/grpc/server.ts";
import { EngineFixture } from "../../testing/engine-fixture.ts";
import { onnxModel } from "../../testing/onnx-model.ts";
import { floats, readFloats, inferRequest } from "../../testing/requests.ts";
import type { Engine, InferRequest, ParameterValue } from "../../types.ts";
import { accumulator, accumulatorConfig, history, historyConfig } from "./testing/models.ts";

let fixture: EngineFixture;

beforeEach(async () => {
  fixture = await EngineFixture.create();
});

afterEach(() => fixture[Symbol.asyncDispose]());

async function serve(config: string, model: Uint8Array = accumulator): Promise<Engine> {
  await fixture.repository.write("m/1/model.onnx", model);
  await fixture.repository.write("m/config.pbtxt", config);
  return fixture.start();
}

function request(
  id: ParameterValue,
  x: number,
  flags: { start?: boolean; end?: boolean } = {},
  extra: Partial<InferRequest> = {},
): InferRequest {
  const parameters: Record<string, ParameterValue> = { sequence_id: id };
  if (flags.start) parameters["sequence_start"] = true;
  if (flags.end) parameters["sequence_end"] = true;
  return inferRequest({ parameters, inputs: [floats("x", [1, 1], [x])], ...extra });
}

async function total(engine: Engine, ...rest: Parameters<typeof request>): Promise<number> {
  const { outputs } = await engine.infer(request(...rest));
  return readFloats(outputs.find(({ name }) => name === "total"))[0] ?? Number.NaN;
}

/** Sends 1 to `length` as a sequence, each request after the response to the one before it. */
async function sums(engine: Engine, id: ParameterValue, length: number): Promise<number[]> {
  const answers: number[] = [];
  for (let i = 1; i <= length; i++) {
    answers.push(await total(engine, id, i, { start: i === 1, end: i === length }));
  }
  return answers;
}

const running = (length: number) => Array.from({ length }, (_, i) => ((i + 1) * (i + 2)) / 2);

describe.each([
  ["direct", "direct { }"],
  ["oldest", "oldest { max_candidate_sequences: 6 max_queue_delay_microseconds: 200 }"],
])("an accumulator with implicit state (%s)", (_strategy, strategy) => {
  it("[SEQ-13] [SEQ-14] keeps each sequence's total while others run", async () => {
    const engine = await serve(accumulatorConfig(strategy, ""));
    const ids = Array.from({ length: 12 }, (_, i) => i + 1);
    const answers = await Promise.all(ids.map((id) => sums(engine, id, 5 + (id % 4))));
    expect(answers).toEqual(ids.map((id) => running(5 + (id % 4))));
  });

  it("[SEQ-13] passes READY, END and the correlation id to the model with full precision", async () => {
    const engine = await serve(accumulatorConfig(strategy));
    const answer = async (...rest: Parameters<typeof request>) => {
      const { outputs } = await engine.infer(request(...rest));
      return outputs.map(({ name, data, datatype }) => [
        name,
        datatype === "INT64" ? new BigInt64Array(data.slice().buffer)[0] : data[0],
      ]);
    };
    const id = 9007199254740993n;
    expect((await answer(id, 1, { start: true })).slice(1)).toEqual([
      ["ready", 1],
      ["end", 0],
      ["id", id],
    ]);
    expect((await answer(id, 1, { end: true })).slice(1)).toEqual([
      ["ready", 1],
      ["end", 1],
      ["id", id],
    ]);
  });

  it("[SCHED-WU2] is warmed up with the controls and states of one item", async () => {
    const inputs = Object.entries({
      x: "FP32",
      START: "FP32",
      READY: "INT32",
      END: "BOOL",
      CORRID: "INT64",
      state_in: "FP32",
    }).map(
      ([name, type]) =>
        `inputs { key: "${name}" value { data_type: TYPE_${type} dims: 1 zero_data: true } }`,
    );
    const warmUp = `model_warmup { name: "first" batch_size: 2 ${inputs.join(" ")} }`;
    const engine = await serve(accumulatorConfig(strategy, warmUp));
    expect(await sums(engine, 7, 3)).toEqual(running(3));
  });

  it("[SEQ-3] restarts when a live sequence is started again", async () => {
    const engine = await serve(accumulatorConfig(strategy));
    expect(await total(engine, 1, 5, { start: true })).toBe(5);
    expect(await total(engine, 1, 6)).toBe(11);
    expect(await total(engine, 1, 7, { start: true })).toBe(7);
    expect(await total(engine, 1, 8, { end: true })).toBe(15);
  });

  it("[SEQ-5] executes concurrent requests of a sequence in order", async () => {
    const engine = await serve(accumulatorConfig(strategy));
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((x) => total(engine, 7, x, { start: x === 1, end: x === 5 })),
    );
    expect(answers).toEqual(running(5));
  });

  it("[SEQ-14] hides the state from clients, even if they name outputs", async () => {
    const engine = await serve(accumulatorConfig(strategy));
    const named = { outputs: [{ name: "total", classification: 0 }] };
    const first = await engine.infer(request(1, 2, { start: true }, named));
    expect(first.outputs.map(({ name }) => name)).toEqual(["total"]);
    const second = await engine.infer(request(1, 3, {}));
    expect(second.outputs.map(({ name }) => name)).toEqual(["total", "ready", "end", "id"]);
    expect(readFloats(second.outputs[0])).toEqual([5]);
    await expect(
      engine.infer(request(1, 3, {}, { outputs: [{ name: "state_out", classification: 0 }] })),
    ).rejects.toMatchObject({
      message: "unexpected inference output 'state_out' for model 'm'",
    });
    expect(engine.modelMetadata("m", "").inputs.map(({ name }) => name)).toEqual(["x"]);
  });

  it("[SEQ-15] starts with the bytes of a file", async () => {
    await fixture.repository.write(
      "m/initial_state/ten",
      new Uint8Array(new Float32Array([10, 11]).buffer),
    );
    const initial = 'initial_state { name: "i" data_type: TYPE_FP32 dims: 2 data_file: "ten" }';
    const engine = await serve(historyConfig(initial, strategy), history);
    const all = async (...rest: Parameters<typeof request>) =>
      readFloats((await engine.infer(request(...rest))).outputs[0]);
    expect(await all(1, 1, { start: true })).toEqual([10, 11, 1]);
    expect(await all(1, 2)).toEqual([10, 11, 1, 2]);
    expect(await all(2, 3, { start: true })).toEqual([10, 11, 3]);
    expect(await all(1, 4, { start: true })).toEqual([10, 11, 4]);
  });

  it("[SEQ-16] batches only sequences whose states have equal shapes", async () => {
    const engine = await serve(historyConfig("", strategy), history);
    const grow = async (id: number, length: number) => {
      let last: number[] = [];
      for (let x = 1; x <= length; x++) {
        const { outputs } = await engine.infer(request(id, x, { start: x === 1 }));
        last = readFloats(outputs[0]);
      }
      return last;
    };
    expect(await Promise.all([1, 2, 3, 4].map((id) => grow(id, id + 2)))).toEqual([
      [0, 1, 2, 3],
      [0, 1, 2, 3, 4],
      [0, 1, 2, 3, 4, 5],
      [0, 1, 2, 3, 4, 5, 6],
    ]);
  });

  it("[SEQ-18] ends an idle sequence", async () => {
    const engine = await serve(
      accumulatorConfig(`max_sequence_idle_microseconds: 20000 ${strategy}`),
    );
    await total(engine, 1, 5, { start: true });
    await new Promise((resolve) => setTimeout(resolve, 100));
    await expect(engine.infer(request(1, 6, { end: true }))).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      message:
        "inference request for sequence 1 to model 'm' must specify the START flag on the first request of the sequence",
    });
  });

  it("[SEQ-20] answers accepted requests when the model is closed", async () => {
    const engine = await serve(accumulatorConfig(strategy));
    const answers = Array.from({ length: 20 }, (_, i) => total(engine, i + 1, i, { start: true }));
    await Promise.all([engine.close(), ...answers]);
    expect(await Promise.all(answers)).toEqual(Array.from({ length: 20 }, (_, i) => i));
  });
});

it.each(["direct { }", "oldest { max_candidate_sequences: 2 }"])(
  "[SEQ-8] [SEQ-11] a decoupled model's next request follows the last response (%s)",
  async (strategy) => {
    await fixture.repository.write("m/1/note", "the backend needs no file");
    await fixture.repository.write(
      "m/config.pbtxt",
      `backend: "repeat" model_transaction_policy { decoupled: true }
input [
  { name: "IN" data_type: TYPE_INT32 dims: -1 }, { name: "DELAY" data_type: TYPE_UINT32 dims: -1 },
  { name: "WAIT" data_type: TYPE_UINT32 dims: 1 }
]
output [ { name: "OUT" data_type: TYPE_INT32 dims: 1 }, { name: "IDX" data_type: TYPE_UINT32 dims: 1 } ]
instance_group { kind: KIND_CPU count: 1 }
sequence_batching { ${strategy} }`,
    );
    const engine = await fixture.start();
    const seen: number[] = [];
    const integers = (name: string, datatype: string, values: number[]) => {
      const data = new Uint8Array(new Int32Array(values).buffer);
      const shape = [values.length];
      return { name, datatype, shape, segments: [data], byteLength: data.byteLength };
    };
    const stream = (values: number[], start: boolean) =>
      engine.inferStream(
        inferRequest({
          parameters: { sequence_id: 1, sequence_start: start },
          inputs: [
            integers("IN", "INT32", values),
            integers("DELAY", "UINT32", values),
            integers("WAIT", "UINT32", [0]),
          ],
        }),
        (response) => {
          const data = response?.outputs[0]?.data;
          if (data) seen.push(new Int32Array(data.slice().buffer)[0] ?? 0);
        },
      );
    await Promise.all([stream([9, 8], true), stream([2, 1], false), stream([3], false)]);
    expect(seen).toEqual([9, 8, 2, 1, 3]);
  },
);

describe("what is counted and what is rejected", () => {
  it("[SEQ-21] counts null requests in batches, not as requests", async () => {
    const engine = await serve(accumulatorConfig());
    await Promise.all([1, 2].map((id) => total(engine, id, 1, { start: true })));
    await total(engine, 2, 1);
    const [statistics] = engine.modelStatistics("m", "");
    expect(statistics?.inference_stats.success.count).toBe(3);
    expect(statistics?.execution_count).toBe(2);
    expect(statistics?.inference_count).toBe(4);
    expect(statistics?.batch_stats.map(({ batch_size }) => batch_size)).toEqual([2]);
  });

  it("[SEQ-2] rejects requests of several items", async () => {
    const engine = await serve(accumulatorConfig());
    await expect(
      engine.infer(request(1, 0, { start: true }, { inputs: [floats("x", [2, 1], [1, 2])] })),
    ).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      message:
        "inference request to model 'm' must specify batch-size 1 due to requirements of sequence batcher",
    });
  });

  it("[SEQ-13] rejects a string id if the model takes an integer", async () => {
    const engine = await serve(accumulatorConfig());
    await expect(engine.infer(request("s", 0, { start: true }))).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      message:
        "parameter 'sequence_id' is the string \"s\", but model 'm' takes correlation IDs of type INT64: send an integer",
    });
  });

  it("[SEQ-8] serves a model without batching, one sequence for each instance", async () => {
    const model = onnxModel({
      inputs: [
        { name: "x", type: "FP32", shape: [1] },
        { name: "past", type: "FP32", shape: [1] },
      ],
      outputs: [{ name: "total", type: "FP32", shape: [1] }],
      nodes: [{ op: "Add", inputs: ["x", "past"], outputs: ["total"] }],
    });
    const engine = await serve(
      `input { name: "x" data_type: TYPE_FP32 dims: 1 } output { name: "total" data_type: TYPE_FP32 dims: 1 }
       sequence_batching { state { input_name: "past" output_name: "total" data_type: TYPE_FP32 dims: 1 } }
       instance_group { kind: KIND_CPU count: 2 }`,
      model,
    );
    const one = async (id: number, x: number, flags = {}) =>
      readFloats(
        (await engine.infer(request(id, 0, flags, { inputs: [floats("x", [1], [x])] }))).outputs[0],
      )[0];
    const both = (x: number, flags = {}) => Promise.all([one(1, x, flags), one(2, 10 * x, flags)]);
    expect(await both(1, { start: true })).toEqual([1, 10]);
    expect(await both(2)).toEqual([3, 30]);
    expect(await both(3, { end: true })).toEqual([6, 60]);
  });

  it("[SEQ-17] reloads the model to change its instances", async () => {
    await fixture.repository.write("m/1/model.onnx", accumulator);
    await fixture.repository.write("m/config.pbtxt", accumulatorConfig());
    const engine = await fixture.start({ modelControlMode: "explicit", loadModels: ["m"] });
    expect(await total(engine, 1, 5, { start: true })).toBe(5);
    const two = accumulatorConfig().replace("count: 1", "count: 2");
    await fixture.repository.write("m/config.pbtxt", two);
    await engine.loadModel("m", {});
    expect(engine.telemetry().models[0]?.instances).toHaveLength(2);
    await expect(engine.infer(request(1, 6))).rejects.toMatchObject({
      message: expect.stringContaining("must specify the START flag"),
    });
    expect(await sums(engine, 1, 3)).toEqual([1, 3, 6]);
  });

  it("[SEQ-22] rejects iterative sequences", async () => {
    const engine = await serve(accumulatorConfig("iterative_sequence: true"));
    const [entry] = await engine.repositoryIndex(false);
    expect(entry?.reason).toContain("sequence_batching.iterative_sequence");
  });
});

it("[SEQ-1] accepts the parameters of gRPC requests", async () => {
  const engine = await serve(accumulatorConfig("oldest { }"));
  const server = await serveEngineGrpc(engine, { host: "127.0.0.1", port: 0 });
  const client = new Client(`127.0.0.1:${server.port}`, credentials.createInsecure());
  const infer = (x: number, parameters: Record<string, inference.InferParameter.$Properties>) =>
    new Promise<number>((resolve, reject) => {
      const input = { name: "x", datatype: "FP32", shape: [1, 1] };
      const message = inference.ModelInferRequest.encode({
        model_name: "m",
        inputs: [input],
        raw_input_contents: [new Uint8Array(new Float32Array([x]).buffer)],
        parameters,
      });
      client.makeUnaryRequest(
        "/inference.GRPCInferenceService/ModelInfer",
        (bytes: Uint8Array) => Buffer.from(bytes),
        (answer: Buffer) => inference.ModelInferResponse.decode(new WireReader(answer)),
        message.finish(),
        new Metadata(),
        (error, value) => {
          const raw = value?.raw_output_contents[0];
          if (error === null && raw) resolve(Buffer.from(raw).readFloatLE(0));
          else reject(error ?? new Error("no output"));
        },
      );
    });
  // The encoder accepts numbers that a double can't hold as text.
  const id = { int64_param: String(2n ** 62n + 1n) as unknown as number };
  try {
    expect(await infer(1, { sequence_id: id, sequence_start: { bool_param: true } })).toBe(1);
    expect(await infer(2, { sequence_id: id })).toBe(3);
    expect(await infer(3, { sequence_id: id, sequence_end: { bool_param: true } })).toBe(6);
    await expect(infer(4, { sequence_id: id })).rejects.toMatchObject({
      details: `inference request for sequence ${2n ** 62n + 1n} to model 'm' must specify the START flag on the first request of the sequence`,
    });
  } finally {
    client.close();
    await server.close(AbortSignal.abort());
  }
});
