import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { floats, inferRequest } from "../../testing/requests.ts";
import type { Engine } from "../../types.ts";
import { SharedMemory } from "./shared-memory.ts";
import { isMissing, missingReason, PythonFixture } from "./testing/python-fixture.ts";

const ELEMENTS = 300_000;

let fixture: PythonFixture;
beforeEach(async () => {
  fixture = await PythonFixture.create();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await fixture[Symbol.asyncDispose]();
});

/** The first and the last value that the model answers to a tensor of one value. */
async function ends(engine: Engine, value: number): Promise<unknown[]> {
  const values = Array.from({ length: ELEMENTS }, () => value);
  const { outputs } = await engine.infer(
    inferRequest({ inputs: [floats("INPUT0", [ELEMENTS], values)] }),
  );
  return outputs.map(({ data }) => {
    const { buffer, byteOffset, byteLength } = data;
    const floats32 = new Float32Array(buffer, byteOffset, byteLength / 4);
    return [floats32.length, floats32[0], floats32.at(-1)];
  });
}

const model = (body: string, next = "") => `class TritonPythonModel:
    kept = []
    def execute(self, requests):
        responses = []
        for request in requests:
            array = pb_utils.get_input_tensor_by_name(request, "INPUT0").as_numpy()
            ${body}
            responses.append(pb_utils.InferenceResponse([pb_utils.Tensor("OUTPUT0", array)${next}]))
        return responses`;

describe.skipIf(isMissing || process.platform !== "linux")(
  `[PYTHON-TENSOR-8] inputs that a model returns${missingReason}`,
  () => {
    it.each<[string, string, readonly number[]]>([
      ["as they are", "pass", [ELEMENTS, 3, 3]],
      ["from the middle", "array = array[1000:200000]", [199_000, 3, 3]],
      ["changed in place", "array *= 2; array[0] = 7", [ELEMENTS, 7, 6]],
    ])("are read where they are: %s", async (_, body, expected) => {
      const read = vi.spyOn(SharedMemory.prototype, "read");
      await fixture.model("m", model(body));
      const engine = await fixture.start();
      expect(await ends(engine, 3)).toEqual([expected]);
      expect(read.mock.calls.map(([{ file }]) => file)).toEqual(["inputs"]);
    });

    it.each<[string, string, readonly number[]]>([
      ["results", "array = array + 1", [ELEMENTS, 4, 4]],
      ["every second element", "array = array[::2]", [ELEMENTS / 2, 3, 3]],
    ])("but %s are copied", async (_, body, expected) => {
      const read = vi.spyOn(SharedMemory.prototype, "read");
      await fixture.model("m", model(body));
      const engine = await fixture.start();
      expect(await ends(engine, 3)).toEqual([expected]);
      expect(read.mock.calls.map(([{ file }]) => file)).toEqual(["outputs"]);
    });

    it("come with results in one response", async () => {
      const io = ["OUTPUT0", "OUTPUT1", "OUTPUT2"].map(
        (name) => `output [ { name: "${name}" data_type: TYPE_FP32 dims: [ -1 ] } ]`,
      );
      await fixture.model(
        "m",
        model("pass", `, pb_utils.Tensor("OUTPUT1", array * 2), pb_utils.Tensor("OUTPUT2", array)`),
        `input [ { name: "INPUT0" data_type: TYPE_FP32 dims: [ -1 ] } ]\n${io.join("\n")}`,
      );
      const engine = await fixture.start();
      const whole = (value: number) => [ELEMENTS, value, value];
      for (const value of [5, 6]) {
        expect(await ends(engine, value)).toEqual([whole(value), whole(value * 2), whole(value)]);
      }
    });

    it("are those of an earlier request where the model kept them", async () => {
      await fixture.model("m", model("self.kept.append(array); array = self.kept[0]"));
      const engine = await fixture.start();
      for (const value of [1, 2, 3]) expect(await ends(engine, value)).toEqual([[ELEMENTS, 1, 1]]);
    });

    it("are copied where a sender sends them: the model may change them at once", async () => {
      await fixture.model(
        "m",
        `class TritonPythonModel:
    def execute(self, requests):
        for request in requests:
            array = pb_utils.get_input_tensor_by_name(request, "INPUT0").as_numpy()
            sender = request.get_response_sender()
            for value in (1, 2, 3):
                array[:] = value
                sender.send(pb_utils.InferenceResponse([pb_utils.Tensor("OUTPUT0", array)]))
            sender.send(flags=pb_utils.TRITONSERVER_RESPONSE_COMPLETE_FINAL)`,
        `input [ { name: "INPUT0" data_type: TYPE_FP32 dims: [ -1 ] } ]
output [ { name: "OUTPUT0" data_type: TYPE_FP32 dims: [ -1 ] } ]
model_transaction_policy { decoupled: true }`,
      );
      const engine = await fixture.start();
      const seen: unknown[] = [];
      const values = Array.from({ length: ELEMENTS }, () => 9);
      const request = inferRequest({ inputs: [floats("INPUT0", [ELEMENTS], values)] });
      await engine.inferStream(request, (response) => {
        const data = response?.outputs[0]?.data;
        if (data) seen.push(new Float32Array(data.buffer, data.byteOffset, 1)[0]);
      });
      expect(seen).toEqual([1, 2, 3]);
    });
  },
);
