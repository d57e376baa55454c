import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EngineFixture } from "../testing/engine-fixture.ts";
import { onnxModel } from "../testing/onnx-model.ts";
import { decodeStrings, encodeStrings } from "../requests/bytes-elements.ts";
import type { TestRepository } from "../testing/repository.ts";
import { floats, readFloats, inferRequest } from "../testing/requests.ts";
import type { Engine } from "../types.ts";

let fixture: EngineFixture;
let repository: TestRepository;

beforeEach(async () => {
  fixture = await EngineFixture.create();
  repository = fixture.repository;
});

afterEach(() => fixture[Symbol.asyncDispose]());

/**
 * A model that returns its ragged input and its batch input unchanged, each as one row per item.
 */
function echoModel(madeRank: number) {
  const made = madeRank === 1 ? ["n"] : ["n", "m"];
  return onnxModel({
    inputs: [
      { name: "ragged", type: "FP32", shape: ["elements"] },
      { name: "made", type: "FP32", shape: made },
      { name: "item", type: "FP32", shape: ["batch", 1] },
    ],
    outputs: [
      { name: "same", type: "FP32", shape: ["elements"] },
      { name: "seen", type: "FP32", shape: ["batch", "k"] },
    ],
    nodes: [
      { op: "Add", inputs: ["ragged", "ragged"], outputs: ["same"] },
      // Every item gets the whole batch input next to its own value: [batch, 1] x [1, k].
      { op: "Flatten", inputs: ["made"], outputs: ["row"], attributes: { axis: 0 } },
      { op: "MatMul", inputs: ["item", "row"], outputs: ["seen"] },
    ],
  });
}

async function start(kind: string, madeRank = 1): Promise<Engine> {
  await repository.write("r/1/model.onnx", echoModel(madeRank));
  await repository.write(
    "r/config.pbtxt",
    `backend: "onnxruntime" max_batch_size: 8
     dynamic_batching { max_queue_delay_microseconds: 1000000 preferred_batch_size: [ 3 ] }
     instance_group [ { kind: KIND_CPU count: 1 } ]
     input [ { name: "ragged" data_type: TYPE_FP32 dims: [ -1 ] allow_ragged_batch: true },
             { name: "item" data_type: TYPE_FP32 dims: [ 1 ] } ]
     batch_input [ { kind: ${kind} target_name: "made" data_type: TYPE_FP32 source_input: "ragged" } ]
     output [ { name: "same" data_type: TYPE_FP32 dims: [ -1 ] },
              { name: "seen" data_type: TYPE_FP32 dims: [ -1 ] } ]
     batch_output [ { target_name: "same" kind: BATCH_SCATTER_WITH_INPUT_SHAPE source_input: "ragged" } ]`,
  );
  return fixture.start();
}

/** Two requests that share a batch: one item of two elements, and two items of three elements each. */
async function inferBoth(target: Engine) {
  const requests = [
    { ragged: floats("ragged", [1, 2], [1, 2]), item: floats("item", [1, 1], [1]) },
    {
      ragged: floats("ragged", [2, 3], [3, 4, 5, 6, 7, 8]),
      item: floats("item", [2, 1], [1, 10]),
    },
  ];
  const responses = await Promise.all(
    requests.map(({ ragged, item }) =>
      target.infer(inferRequest({ modelName: "r", inputs: [ragged, item] })),
    ),
  );
  return responses.map(({ outputs }) =>
    Object.fromEntries(outputs.map((output) => [output.name, output])),
  );
}

describe("ragged batches", () => {
  it("[BACKEND-15][BACKEND-17] joins inputs of different shapes and returns each request its own shape", async () => {
    const target = await start("BATCH_ELEMENT_COUNT");
    const [first, second] = await inferBoth(target);
    expect(first?.["same"]?.shape).toEqual([1, 2]);
    expect(readFloats(first?.["same"])).toEqual([2, 4]);
    expect(second?.["same"]?.shape).toEqual([2, 3]);
    expect(readFloats(second?.["same"])).toEqual([6, 8, 10, 12, 14, 16]);
    expect(target.modelStatistics("r", "")[0]).toMatchObject({
      execution_count: 1,
      batch_stats: [{ batch_size: 3 }],
    });
  });

  it.each<[string, number, number[]]>([
    ["BATCH_ELEMENT_COUNT", 1, [2, 6]],
    ["BATCH_ACCUMULATED_ELEMENT_COUNT", 1, [2, 8]],
    ["BATCH_ACCUMULATED_ELEMENT_COUNT_WITH_ZERO", 1, [0, 2, 8]],
    ["BATCH_MAX_ELEMENT_COUNT_AS_SHAPE", 1, [0, 0, 0, 0, 0, 0]],
    ["BATCH_ITEM_SHAPE", 2, [2, 3, 3]],
    ["BATCH_ITEM_SHAPE_FLATTEN", 1, [2, 3, 3]],
  ])("[BACKEND-16] makes %s", async (kind, rank, expected) => {
    const [first, second] = await inferBoth(await start(kind, rank));
    expect(readFloats(first?.["seen"])).toEqual(expected);
    expect(readFloats(second?.["seen"])).toEqual([
      ...expected,
      ...expected.map((value) => 10 * value),
    ]);
  });

  it.each([0, 4])(
    "[BACKEND-18] identity returns each request its own shape, max_batch_size %i",
    async (size) => {
      await repository.identity(
        "i",
        `max_batch_size: ${size}
       ${size > 0 ? `dynamic_batching { max_queue_delay_microseconds: 100000 preferred_batch_size: [ ${size} ] }` : ""}
       instance_group [ { kind: KIND_CPU count: 1 } ]
       input [ { name: "INPUT0" data_type: TYPE_FP32 dims: [ -1 ] allow_ragged_batch: true },
               { name: "INPUT1" data_type: TYPE_STRING dims: [ -1 ] allow_ragged_batch: true } ]
       batch_input [ { kind: BATCH_ELEMENT_COUNT target_name: "COUNT" data_type: TYPE_INT32 source_input: "INPUT0" } ]
       output [ { name: "OUTPUT0" data_type: TYPE_FP32 dims: [ -1 ] },
                { name: "OUTPUT1" data_type: TYPE_STRING dims: [ -1 ] } ]`,
      );
      const engine = await fixture.start();
      const batch = size > 0 ? [1] : [];
      const send = async (values: number[], texts: string[]) => {
        const data = encodeStrings(texts);
        const shape = [...batch, texts.length];
        const text = { name: "INPUT1", datatype: "BYTES", shape, segments: [data] };
        const inputs = [
          floats("INPUT0", [...batch, values.length], values),
          { ...text, byteLength: data.byteLength },
        ];
        const { outputs } = await engine.infer(inferRequest({ modelName: "i", inputs }));
        expect(outputs.map(({ name, shape: of }) => [name, of])).toEqual([
          ["OUTPUT0", [...batch, values.length]],
          ["OUTPUT1", shape],
        ]);
        return [readFloats(outputs[0]), decodeStrings(outputs[1]?.data ?? data, texts.length, "x")];
      };
      const requests: [number[], string[]][] = [
        [[1, 2, 3], ["a"]],
        [[4], ["bb", "", "c"]],
        [[5, 6], []],
        [[7, 8, 9, 10], ["dd"]],
      ];
      const answers = await Promise.all(requests.map(([values, texts]) => send(values, texts)));
      expect(answers).toEqual(requests);
    },
  );

  it("[CFG-L6] rejects a ragged input if the model expects another rank", async () => {
    await repository.scale("s", "1", 2);
    await repository.write(
      "s/config.pbtxt",
      `max_batch_size: 8
       input [ { name: "x" data_type: TYPE_FP32 dims: [ 2 ] allow_ragged_batch: true } ]
       output [ { name: "y" data_type: TYPE_FP32 dims: [ 2 ] } ]`,
    );
    const engine = await fixture.start();
    const [entry] = await engine.repositoryIndex(false);
    expect(entry?.reason).toContain(
      "configuration expects model provides input with shape [-1] for ragged input 'x', model provides [-1,2]",
    );
  });
});

describe("optional inputs", () => {
  it("[SCHED-B4] batches only requests with the same inputs", async () => {
    await repository.identity(
      "o",
      `max_batch_size: 8
       dynamic_batching { max_queue_delay_microseconds: 20000 }
       input [ { name: "INPUT0" data_type: TYPE_FP32 dims: [ 1 ] },
               { name: "INPUT1" data_type: TYPE_FP32 dims: [ 1 ] optional: true } ]
       output [ { name: "OUTPUT0" data_type: TYPE_FP32 dims: [ 1 ] },
                { name: "OUTPUT1" data_type: TYPE_FP32 dims: [ 1 ] } ]
       instance_group [ { kind: KIND_CPU count: 1 } ]`,
    );
    const engine = await fixture.start();
    const send = async (...inputs: string[]) => {
      const tensors = inputs.map((name, i) => floats(name, [1, 1], [i + 1]));
      const response = await engine.infer(inferRequest({ modelName: "o", inputs: tensors }));
      return response.outputs.map((output) => [output.name, ...readFloats(output)]);
    };
    const answers = await Promise.all([
      send("INPUT0"),
      send("INPUT0"),
      send("INPUT0", "INPUT1"),
      send("INPUT1", "INPUT0"),
    ]);
    expect(answers).toEqual([
      [["OUTPUT0", 1]],
      [["OUTPUT0", 1]],
      [
        ["OUTPUT0", 1],
        ["OUTPUT1", 2],
      ],
      [
        ["OUTPUT0", 2],
        ["OUTPUT1", 1],
      ],
    ]);
    expect(engine.modelStatistics("o", "")[0]?.batch_stats.map((b) => b.batch_size)).toEqual([2]);
  });
});
