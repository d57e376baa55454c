import { describe, expect, it } from "vitest";
import type { ModelConfig } from "../../config/types.ts";
import { decodeStrings, encodeStrings } from "../../requests/bytes-elements.ts";
import { ELEMENT_BYTES } from "../../requests/datatypes.ts";
import { EngineFixture } from "../../testing/engine-fixture.ts";
import { modelConfig, modelInput, modelOutput } from "../../testing/model-config.ts";
import { inferRequest } from "../../testing/requests.ts";
import { VirtualClock } from "../../testing/virtual-clock.ts";
import type { BatchInput } from "../backend.ts";
import { repeatBackend } from "./repeat.ts";

const MS = 1e6;

/** The client disconnects after this response. */
const LEFT = 77;

const CONFIG: Partial<ModelConfig> = {
  max_batch_size: 0,
  model_transaction_policy: { decoupled: true },
  input: [
    modelInput({ name: "IN", data_type: "TYPE_INT32", dims: [-1] }),
    modelInput({ name: "DELAY", data_type: "TYPE_UINT32", dims: [-1] }),
    modelInput({ name: "WAIT", data_type: "TYPE_UINT32", dims: [1] }),
  ],
  output: [
    modelOutput({ name: "OUT", data_type: "TYPE_INT32", dims: [1] }),
    modelOutput({ name: "IDX", data_type: "TYPE_UINT32", dims: [1] }),
  ],
};

function create(config: Partial<ModelConfig> = {}, clock = new VirtualClock()) {
  return repeatBackend(clock).createInstance({
    name: "r_0",
    kind: "KIND_CPU",
    deviceId: -1,
    directory: "",
    config: modelConfig({ ...CONFIG, ...config }),
    instanceCount: 1,
    onLost: () => {},
  });
}

function batch(values: Int32Array, delays: readonly number[], waitMs: number): BatchInput {
  const parts = [
    { name: "IN", datatype: "INT32", data: values },
    { name: "DELAY", datatype: "UINT32", data: new Uint32Array(delays) },
    { name: "WAIT", datatype: "UINT32", data: new Uint32Array([waitMs]) },
  ] as const;
  const buffer = new ArrayBuffer(1024);
  let end = 0;
  const tensors = parts.map(({ name, datatype, data }) => {
    const offset = end;
    new Uint8Array(buffer).set(new Uint8Array(data.buffer), offset);
    end += Math.ceil(data.byteLength / 64) * 64;
    const shape = [data.byteLength / ELEMENT_BYTES[datatype]];
    return { name, datatype, shape, offset, byteLength: data.byteLength };
  });
  return { buffer, tensors, items: [1], outputs: undefined };
}

/** Executes and records what arrives when, in ms. */
async function stream(input: BatchInput, milliseconds: number) {
  const clock = new VirtualClock();
  const instance = await create({}, clock);
  const seen: unknown[] = [];
  void instance
    .executeDecoupled?.(input, (_, response, final) => {
      const values = response?.outputs.map(({ data }) => new Int32Array(data.slice().buffer)[0]);
      seen.push([clock.now() / MS, values, final]);
      return values?.[0] !== LEFT;
    })
    .then(() => seen.push([clock.now() / MS, "free"]));
  for (let at = 0; at < milliseconds; at++) await clock.advance(MS);
  await instance.close();
  return seen;
}

describe("the repeat backend", () => {
  it("[BACKEND-12] sends one response per element, each after its delay, then the final flag", async () => {
    expect(await stream(batch(new Int32Array([7, -8, 9]), [2, 0, 5], 100), 200)).toEqual([
      [2, [7, 0], false],
      [2, [-8, 1], false],
      [7, [9, 2], false],
      [7, undefined, true],
      [100, "free"],
    ]);
  });

  it("[BACKEND-12] ends the stream of an empty input with only the final flag", async () => {
    expect(await stream(batch(new Int32Array([]), [], 0), 1)).toEqual([
      [0, undefined, true],
      [0, "free"],
    ]);
  });

  it("[BACKEND-12] stops when no caller waits for more", async () => {
    expect(await stream(batch(new Int32Array([LEFT, 2]), [1, 1], 0), 10)).toEqual([
      [0, "free"],
      [1, [LEFT, 0], false],
    ]);
  });

  it("[BACKEND-13] is free for the next request after WAIT, before the last response", async () => {
    expect(await stream(batch(new Int32Array([1, 2]), [5, 5], 3), 20)).toEqual([
      [3, "free"],
      [5, [1, 0], false],
      [10, [2, 1], false],
      [10, undefined, true],
    ]);
  });

  it("[BACKEND-13] rejects a request with more or fewer delays than elements", async () => {
    const instance = await create();
    await expect(
      instance.executeDecoupled?.(batch(new Int32Array([1, 2]), [5], 0), () => true),
    ).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
      message: "expected IN and DELAY shape to match, got [2] and [1]",
    });
  });

  it("[BACKEND-13] closes without waiting until it is ready for the next request", async () => {
    const instance = await create({}, new VirtualClock());
    const free = instance.executeDecoupled?.(batch(new Int32Array(), [], 1_000_000), () => true);
    await instance.close();
    await expect(free).resolves.toMatchObject({ outputs: [] });
  });

  it.each<[Partial<ModelConfig>, string]>([
    [{ max_batch_size: 4 }, "repeat backend only supports models with max_batch_size == 0"],
    [{ input: [] }, "expected 3 inputs, got 0"],
    [{ output: [] }, "expected 2 outputs, got 0"],
    [
      { input: [...(CONFIG.input ?? [])].reverse() },
      "expected first input tensor name to be IN, got WAIT",
    ],
    [{ model_transaction_policy: { decoupled: false } }, "the repeat backend gives any number of"],
  ])("[BACKEND-14] refuses the configuration %#", async (config, message) => {
    await expect(create(config)).rejects.toThrow(message);
  });
});

describe("a decoupled model in the engine", () => {
  const uints = (name: string, values: number[]) => {
    const data = new Uint8Array(new Uint32Array(values).buffer);
    const shape = [values.length];
    return { name, datatype: "UINT32", shape, segments: [data], byteLength: data.byteLength };
  };

  it("[BACKEND-12] answers a stream, strings included, and rejects one response", async () => {
    await using fixture = await EngineFixture.create();
    await fixture.repository.repeat("words", "STRING");
    const engine = await fixture.start();
    const words = encodeStrings(["one", "two"]);
    const request = inferRequest({
      modelName: "words",
      inputs: [
        {
          name: "IN",
          datatype: "BYTES",
          shape: [2],
          segments: [words],
          byteLength: words.byteLength,
        },
        uints("DELAY", [1, 0]),
        uints("WAIT", [0]),
      ],
    });
    const seen: unknown[] = [];
    await engine.inferStream(request, (response, final) => {
      const [out] = response?.outputs ?? [];
      seen.push([out && decodeStrings(out.data, 1, "OUT"), final]);
    });
    expect(seen).toEqual([
      [["one"], false],
      [["two"], false],
      [undefined, true],
    ]);
    expect(engine.modelStatistics("words", "")[0]).toMatchObject({
      execution_count: 1,
      inference_stats: { success: { count: 1 } },
      batch_stats: [{ batch_size: 1 }],
    });
    await expect(engine.infer(request)).rejects.toMatchObject({ code: "UNIMPLEMENTED" });
  });

  it("[SCHED-D4] sends a stream's last response even if its instance was replaced meanwhile", async () => {
    const clock = new VirtualClock();
    await using fixture = await EngineFixture.create({ modelControlMode: "explicit", clock });
    const writeModel = (count: number) =>
      fixture.repository.repeat(
        "words",
        "STRING",
        `instance_group [ { kind: KIND_CPU count: ${count} } ]`,
      );
    await writeModel(1);
    const engine = await fixture.start({ loadModels: ["words"] });
    const words = encodeStrings(["one", "two"]);
    const inputs = [
      {
        name: "IN",
        datatype: "BYTES",
        shape: [2],
        segments: [words],
        byteLength: words.byteLength,
      },
      uints("DELAY", [10, 10]),
      uints("WAIT", [0]),
    ];
    let responses = 0;
    const answered = engine.inferStream(inferRequest({ modelName: "words", inputs }), () => {
      responses += 1;
    });
    await clock.advance(12 * MS);
    expect(responses).toBe(1);
    await writeModel(2);
    await engine.loadModel("words", {});
    expect(engine.telemetry().models[0]?.instances).toHaveLength(2);
    await clock.advance(12 * MS);
    await answered;
    expect(responses).toBe(3);
  });
});
