import { existsSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { encodeStrings, decodeStrings } from "../../requests/bytes-elements.ts";
import { floats, readFloats, inferRequest } from "../../testing/requests.ts";
import type { Engine, InferRequest, InputTensor } from "../../types.ts";
import {
  FP32_IO,
  IDENTITY,
  isMissing,
  PythonFixture,
  missingReason,
} from "./testing/python-fixture.ts";

let fixture: PythonFixture;

beforeEach(async () => {
  fixture = await PythonFixture.create();
});
afterEach(() => fixture[Symbol.asyncDispose]());

const send = (engine: Engine, values: number[], extra: Partial<InferRequest> = {}) =>
  engine.infer(inferRequest({ inputs: [floats("INPUT0", [values.length], values)], ...extra }));

/** Responds with one string that `expression` makes of `request`. */
const telling = (expression: string) => `class TritonPythonModel:
    def initialize(self, args):
        self.args = args
    def execute(self, requests):
        return [pb_utils.InferenceResponse([pb_utils.Tensor("TEXT", np.array([str(${expression})], dtype=np.object_))]) for request in requests]`;

const TEXT_OUT = `input [ { name: "INPUT0" data_type: TYPE_FP32 dims: [ -1 ] } ]
output [ { name: "TEXT" data_type: TYPE_STRING dims: [ 1 ] } ]`;

async function answeredText(engine: Engine, extra: Partial<InferRequest> = {}): Promise<string> {
  const { outputs } = await send(engine, [1], extra);
  return decodeStrings(outputs[0]?.data ?? new Uint8Array(), 1, "TEXT")[0] ?? "";
}

function tensor(name: string, datatype: string, shape: number[], data: Uint8Array): InputTensor {
  return { name, datatype, shape, segments: [data], byteLength: data.byteLength };
}

const ioOf = (type: string) => `input [ { name: "INPUT0" data_type: TYPE_${type} dims: [ -1 ] } ]
output [ { name: "OUTPUT0" data_type: TYPE_${type} dims: [ -1 ] } ]`;

describe.skipIf(isMissing)(`a Python model${missingReason}`, () => {
  it("[PYTHON-API-3] answers small and large requests", async () => {
    await fixture.model("m", IDENTITY);
    const engine = await fixture.start();
    expect(readFloats((await send(engine, [1, 2.5, -3])).outputs[0])).toEqual([1, 2.5, -3]);
    const many = Array.from({ length: 50_000 }, (_, i) => i);
    for (let round = 0; round < 3; round++) {
      expect(readFloats((await send(engine, many)).outputs[0])).toEqual(many);
    }
    expect(engine.modelStatistics("m", "")[0]).toMatchObject({
      execution_count: 4,
      inference_stats: { success: { count: 4 }, fail: { count: 0 } },
    });
    expect(engine.telemetry().models[0]?.instances[0]?.provider).toMatch(/^python 3\./);
  });

  it("[PYTHON-API-3] gets the requests of a batch as one list", async () => {
    await fixture.model(
      "m",
      `class TritonPythonModel:
    def execute(self, requests):
        count = np.array([[len(requests)]], dtype=np.float32)
        return [pb_utils.InferenceResponse([pb_utils.Tensor("OUTPUT0", count)]) for _ in requests]`,
      `max_batch_size: 8
dynamic_batching { preferred_batch_size: [ 3 ] max_queue_delay_microseconds: 20000000 }
input [ { name: "INPUT0" data_type: TYPE_FP32 dims: [ 2 ] } ]
output [ { name: "OUTPUT0" data_type: TYPE_FP32 dims: [ 1 ] } ]`,
    );
    const engine = await fixture.start();
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        engine.infer(inferRequest({ inputs: [floats("INPUT0", [1, 2], [1, 2])] })),
      ),
    );
    expect(answers.map(({ outputs }) => readFloats(outputs[0]))).toEqual([[3], [3], [3]]);
    expect(answers[0]?.outputs[0]?.shape).toEqual([1, 1]);
  });

  it("[PYTHON-API-5] fails one request of a batch with its own error", async () => {
    await fixture.model(
      "m",
      `class TritonPythonModel:
    def execute(self, requests):
        responses = []
        for request in requests:
            value = request.inputs()[0].as_numpy()
            if value[0, 0] < 0:
                error = pb_utils.TritonError("no negatives", pb_utils.TritonError.INVALID_ARG)
                responses.append(pb_utils.InferenceResponse(error=error))
            else:
                responses.append(pb_utils.InferenceResponse([pb_utils.Tensor("OUTPUT0", value)]))
        return responses`,
      `max_batch_size: 2
dynamic_batching { preferred_batch_size: [ 2 ] max_queue_delay_microseconds: 20000000 }
input [ { name: "INPUT0" data_type: TYPE_FP32 dims: [ 1 ] } ]
output [ { name: "OUTPUT0" data_type: TYPE_FP32 dims: [ 1 ] } ]`,
    );
    const engine = await fixture.start();
    const one = (value: number) =>
      engine.infer(inferRequest({ inputs: [floats("INPUT0", [1, 1], [value])] }));
    const [good, bad] = await Promise.allSettled([one(4), one(-1)]);
    expect(good).toMatchObject({ status: "fulfilled" });
    expect(bad).toMatchObject({
      reason: { code: "INVALID_ARGUMENT", message: "no negatives" },
    });
    expect(engine.modelStatistics("m", "")[0]).toMatchObject({
      execution_count: 1,
      inference_stats: { success: { count: 1 }, fail: { count: 1 } },
    });
  });

  it.each([
    ["UNKNOWN", "UNKNOWN"],
    ["INTERNAL", "INTERNAL"],
    ["NOT_FOUND", "NOT_FOUND"],
    ["UNAVAILABLE", "UNAVAILABLE"],
    ["UNSUPPORTED", "UNIMPLEMENTED"],
    ["ALREADY_EXISTS", "ALREADY_EXISTS"],
    ["CANCELLED", "CANCELLED"],
  ])("[PYTHON-API-5] TritonError.%s is %s", async (name, code) => {
    await fixture.model(
      "m",
      `class TritonPythonModel:
    def execute(self, requests):
        error = pb_utils.TritonError("it", pb_utils.TritonError.${name})
        assert error.message() == "it" and error.code() == pb_utils.TritonError.${name}
        return [pb_utils.InferenceResponse(error=error) for _ in requests]`,
    );
    const engine = await fixture.start();
    await expect(send(engine, [1])).rejects.toMatchObject({ code, message: "it" });
  });

  it("[PYTHON-API-4] fails all requests of an execute that raises, and keeps serving", async () => {
    await fixture.model(
      "m",
      `class TritonPythonModel:
    def execute(self, requests):
        array = requests[0].inputs()[0].as_numpy()
        if array[0] == 7:
            raise ValueError("seven")
        return [pb_utils.InferenceResponse([pb_utils.Tensor("OUTPUT0", array)])]`,
    );
    const engine = await fixture.start();
    await expect(send(engine, [7])).rejects.toMatchObject({
      code: "INTERNAL",
      message: "Failed to process the request(s) for model 'm', message: ValueError: seven",
    });
    expect(readFloats((await send(engine, [8])).outputs[0])).toEqual([8]);
    const trace = fixture.lines("error").join("\n");
    expect(trace).toContain("[m] Traceback");
    expect(trace).toContain('model.py", line 9, in execute');
    expect(trace).not.toContain("batchdeck_host");
  });

  it.each([
    ["[None, None]", "Number of InferenceResponse objects do not match"],
    ["(1,)", "Expected a list in the execute return, found type '<class 'tuple'>'."],
    ["['x']", "Expected an 'InferenceResponse' object"],
  ])("[PYTHON-API-3] refuses to return %s", async (value, message) => {
    await fixture.model(
      "m",
      `class TritonPythonModel:
    def execute(self, requests):
        return ${value}`,
    );
    const engine = await fixture.start();
    await expect(send(engine, [1])).rejects.toThrow(message);
  });

  it("[PYTHON-API-9] leaves out outputs that aren't requested and unknown ones", async () => {
    await fixture.model(
      "m",
      `class TritonPythonModel:
    def execute(self, requests):
        array = requests[0].inputs()[0].as_numpy()
        names = ["B", "A"] + (["C"] if array[0] == 1 else [])
        return [pb_utils.InferenceResponse([pb_utils.Tensor(name, array) for name in names])]`,
      `input [ { name: "INPUT0" data_type: TYPE_FP32 dims: [ -1 ] } ]
output [ { name: "A" data_type: TYPE_FP32 dims: [ -1 ] }, { name: "B" data_type: TYPE_FP32 dims: [ -1 ] } ]`,
    );
    const engine = await fixture.start();
    const names = async (outputs: string[]) =>
      (
        await send(engine, [2], { outputs: outputs.map((name) => ({ name, classification: 0 })) })
      ).outputs.map(({ name }) => name);
    expect(await names([])).toEqual(["A", "B"]);
    expect(await names(["B"])).toEqual(["B"]);
    expect((await send(engine, [1])).outputs.map(({ name }) => name)).toEqual(["A", "B"]);
  });

  it("[PYTHON-API-2] initializes with the instance, the configuration and the folders", async () => {
    await fixture.model(
      "m",
      telling("json.dumps(self.args)"),
      `${TEXT_OUT}
parameters { key: "custom_key" value { string_value: "custom_value" } }
instance_group [ { kind: KIND_CPU count: 1 name: "mine" } ]`,
    );
    const engine = await fixture.start();
    const args = JSON.parse(await answeredText(engine)) as Record<string, string>;
    const { model_config: config, ...rest } = args;
    expect(rest).toEqual({
      model_instance_kind: "CPU",
      model_instance_name: "mine",
      model_instance_device_id: "0",
      model_repository: `${fixture.engines.repository.path}/m`,
      model_version: "1",
      model_name: "m",
    });
    expect(JSON.parse(config ?? "")).toMatchObject({
      name: "m",
      max_batch_size: 0,
      input: [{ name: "INPUT0", data_type: "TYPE_FP32", dims: [-1] }],
      parameters: { custom_key: { string_value: "custom_value" } },
    });
  });

  it("[PYTHON-API-8] passes the request's fields and parameters", async () => {
    await fixture.model(
      "m",
      telling(
        "[request.request_id(), request.correlation_id(), request.flags(), request.timeout(), request.parameters(), sorted(request.requested_output_names()), request.is_cancelled(), request.trace().get_context()]",
      ),
      TEXT_OUT,
    );
    const engine = await fixture.start();
    expect(await answeredText(engine)).toBe("['', 0, 0, 0, '{}', ['TEXT'], False, None]");
    expect(
      await answeredText(engine, {
        id: "r",
        parameters: {
          sequence_id: 2n ** 63n,
          sequence_start: true,
          sequence_end: true,
          timeout: 5000,
          text: 'a "b"',
          whole: 3,
          big: 2n ** 60n,
          yes: true,
        },
        outputs: [{ name: "TEXT", classification: 0 }],
      }),
    ).toBe(
      `['r', 9223372036854775808, 3, 5000, '{"text": "a \\\\"b\\\\"", "whole": 3, "big": 1152921504606846976, "yes": true}', ['TEXT'], False, None]`,
    );
    expect(await answeredText(engine, { parameters: { sequence_id: "seven" } })).toContain(
      "['', 'seven',",
    );
  });

  it("returns response parameters", async () => {
    await fixture.model(
      "m",
      `class TritonPythonModel:
    def execute(self, requests):
        response = pb_utils.InferenceResponse([], parameters={"n": 2**62, "t": "x", "b": False})
        assert json.loads(response.parameters()) == {"n": 2**62, "t": "x", "b": False}
        return [response]`,
    );
    const engine = await fixture.start();
    expect((await send(engine, [1])).parameters).toEqual({ n: 2n ** 62n, t: "x", b: false });
  });

  it("[PYTHON-API-6] finalizes on unload, and imports modules next to it", async () => {
    await fixture.model(
      "m",
      `import helper
from helper import VALUE
class TritonPythonModel:
    def execute(self, requests):
        return [pb_utils.InferenceResponse([pb_utils.Tensor("OUTPUT0", np.array([VALUE], dtype=np.float32))])]
    def finalize(self):
        print("finalized", pb_utils.get_model_dir())
        raise RuntimeError("at the end")`,
    );
    await fixture.engines.repository.write("m/1/helper.py", "VALUE = 42\n");
    const engine = await fixture.start({ modelControlMode: "explicit", loadModels: ["m"] });
    expect(readFloats((await send(engine, [1])).outputs[0])).toEqual([42]);
    await engine.unloadModel("m", false);
    await expect
      .poll(() => fixture.lines("info"))
      .toContain(`[m] finalized ${fixture.engines.repository.path}/m/1`);
    await expect
      .poll(() => fixture.lines("error").join("\n"))
      .toContain("RuntimeError: at the end");
  });

  it("[PYTHON-PROC-4] [PYTHON-API-13] logs with the instance's name and the level", async () => {
    await fixture.model(
      "m",
      `import logging, sys
class TritonPythonModel:
    def execute(self, requests):
        print("to stdout")
        print("to stderr", file=sys.stderr)
        logging.getLogger("own").warning("by logging")
        logger = pb_utils.Logger
        logger.log_info("an info")
        logger.log_warn("a warning")
        logger.log_error("an error")
        logger.log_verbose("in detail")
        logger.log("by level", logger.ERROR)
        logger.log("without level")
        return [pb_utils.InferenceResponse([]) for _ in requests]`,
    );
    const engine = await fixture.start();
    await send(engine, [1]);
    await expect.poll(() => fixture.lines("info")).toContain("[m] to stderr");
    expect(fixture.lines("info")).toEqual(
      expect.arrayContaining(["[m] to stdout", "[m] an info", "[m] without level"]),
    );
    expect(fixture.lines("warning")).toEqual(["[m] by logging", "[m] a warning"]);
    expect(fixture.lines("error")).toEqual(["[m] an error", "[m] by level"]);
    expect(fixture.lines("verbose")).toEqual([]);
  });

  it("[PYTHON-API-10] runs async def execute to its end", async () => {
    await fixture.model(
      "m",
      `import asyncio
class TritonPythonModel:
    async def execute(self, requests):
        await asyncio.sleep(0.01)
        return [pb_utils.InferenceResponse([pb_utils.Tensor("OUTPUT0", r.inputs()[0].as_numpy() * 2)]) for r in requests]`,
    );
    const engine = await fixture.start();
    expect(readFloats((await send(engine, [4])).outputs[0])).toEqual([8]);
  });

  it("[PYTHON-API-12] can check whether a client has disconnected", async () => {
    await fixture.model(
      "m",
      `import time
class TritonPythonModel:
    def execute(self, requests):
        request, = requests
        waited = 0
        while not request.is_cancelled() and waited < 1000:
            waited += 1
            time.sleep(0.01)
        pb_utils.Logger.log_info("cancelled" if request.is_cancelled() else "not")
        return [pb_utils.InferenceResponse([])]`,
    );
    const engine = await fixture.start();
    const controller = new AbortController();
    const answer = send(engine, [1], { signal: controller.signal });
    setTimeout(() => controller.abort(), 50);
    await expect(answer).rejects.toMatchObject({ code: "CANCELLED" });
    await expect.poll(() => fixture.lines("info")).toContain("[m] cancelled");
  });

  it("[PYTHON-API-7] completes its configuration", async () => {
    await fixture.engines.repository.write(
      "m/1/model.py",
      `import triton_python_backend_utils as pb_utils
class TritonPythonModel:
    @staticmethod
    def auto_complete_config(config):
        assert config.as_dict()["name"] == "m"
        config.add_input({"name": "INPUT0", "data_type": "TYPE_FP32", "dims": [-1]})
        config.add_output({"name": "OUTPUT0", "data_type": "TYPE_FP32", "dims": [-1]})
        config.set_max_batch_size(8)
        config.set_dynamic_batching()
        config.set_model_transaction_policy({"decoupled": False})
        return config
    def execute(self, requests):
        return [pb_utils.InferenceResponse([pb_utils.Tensor("OUTPUT0", r.inputs()[0].as_numpy())]) for r in requests]
`,
    );
    const engine = await fixture.start();
    expect(engine.modelConfig("m", "")).toMatchObject({
      backend: "python",
      max_batch_size: 8,
      input: [{ name: "INPUT0", data_type: "TYPE_FP32", dims: [-1] }],
      dynamic_batching: { preferred_batch_size: [8] },
      default_model_filename: "model.py",
    });
    const { outputs } = await engine.infer(
      inferRequest({ inputs: [floats("INPUT0", [1, 2], [3, 4])] }),
    );
    expect(readFloats(outputs[0])).toEqual([3, 4]);
  });

  it.each([
    [
      'config.add_input({"name": "INPUT0", "data_type": "TYPE_INT32", "dims": [-1]})',
      "configuration expects datatype TYPE_FP32 for input 'INPUT0', model provides TYPE_INT32",
    ],
    [
      'config.add_output({"name": "OUTPUT0", "data_type": "TYPE_FP32", "dims": [3]})',
      "the model expects dims [3] but the model configuration specifies dims [-1]",
    ],
    [
      'config.add_input({"name": "X", "dims": [3]})',
      "input 'X' in auto-complete-config function for model 'm' is missing 'data_type' property.",
    ],
    [
      'config.add_input({"name": "X", "data_type": "TYPE_FP32", "dims": [3], "y": 1})',
      "contains property other than 'name', 'data_type', 'dims' and 'optional'.",
    ],
    ["config.set_max_batch_size(0); config = None", "must return a valid pb.ModelConfig object."],
    ['config.set_model_transaction_policy({"x": 1})', "contains property other than 'decoupled'."],
  ])("[PYTHON-API-7] refuses %s", async (statement, message) => {
    await fixture.model(
      "m",
      `class TritonPythonModel:
    @staticmethod
    def auto_complete_config(config):
        ${statement}
        return config
    def execute(self, requests):
        return [None]`,
    );
    const engine = await fixture.start({ modelControlMode: "explicit", loadModels: [] });
    await expect(engine.loadModel("m", {})).rejects.toThrow(message);
    await expect(engine.loadModel("m", {})).rejects.toThrow("failed in auto_complete_config");
  });

  it("gets sequence controls and handles each sequence on one instance", async () => {
    await fixture.model(
      "m",
      `class TritonPythonModel:
    def initialize(self, args):
        self.sums = {}
    def execute(self, requests):
        responses = []
        for request in requests:
            value, start, ident = [pb_utils.get_input_tensor_by_name(request, n).as_numpy() for n in ("INPUT0", "START", "ID")]
            key = int(ident.reshape(-1)[0])
            assert key == request.correlation_id() and bool(start.reshape(-1)[0]) == (request.flags() & pb_utils.TRITONSERVER_REQUEST_FLAG_SEQUENCE_START == 1)
            self.sums[key] = value + (0 if start.reshape(-1)[0] else self.sums[key])
            responses.append(pb_utils.InferenceResponse([pb_utils.Tensor("OUTPUT0", self.sums[key])]))
        return responses`,
      `max_batch_size: 4
input [ { name: "INPUT0" data_type: TYPE_FP32 dims: [ 1 ] } ]
output [ { name: "OUTPUT0" data_type: TYPE_FP32 dims: [ 1 ] } ]
sequence_batching {
  oldest { max_candidate_sequences: 4 }
  control_input [
    { name: "START" control [ { kind: CONTROL_SEQUENCE_START int32_false_true: [ 0, 1 ] } ] },
    { name: "ID" control [ { kind: CONTROL_SEQUENCE_CORRID data_type: TYPE_UINT64 } ] }
  ]
}`,
    );
    const engine = await fixture.start();
    const add = async (sequence_id: number, value: number, more = {}) => {
      const inputs = [floats("INPUT0", [1, 1], [value])];
      const request = inferRequest({ inputs, parameters: { sequence_id, ...more } });
      return readFloats((await engine.infer(request)).outputs[0]);
    };
    expect(await add(1, 5, { sequence_start: true })).toEqual([5]);
    expect(await add(2, 7, { sequence_start: true })).toEqual([7]);
    expect(await add(1, 1)).toEqual([6]);
    expect(await add(2, 1, { sequence_end: true })).toEqual([8]);
  });

  it("warms up and reports warm-up failures", async () => {
    const sample = `model_warmup [ { name: "zeros" batch_size: 1 inputs { key: "INPUT0" value { data_type: TYPE_FP32 dims: [ 2 ] zero_data: true } } } ]`;
    await fixture.model("m", `print("here")\n${IDENTITY}`, `${FP32_IO}\n${sample}`);
    await fixture.model(
      "broken",
      "class TritonPythonModel:\n    def execute(self, requests):\n        raise ValueError('cold')",
      `${FP32_IO}\n${sample}`,
    );
    const engine = await fixture.start({ modelControlMode: "explicit", loadModels: ["m"] });
    expect(engine.modelStatistics("m", "")[0]?.execution_count).toBe(0);
    await expect(engine.loadModel("broken", {})).rejects.toThrow(
      /failed to run warmup sample 'zeros': .*ValueError: cold/,
    );
  });

  it("applies reshape to the model's inputs and outputs", async () => {
    await fixture.model(
      "m",
      IDENTITY.replace(
        '"INPUT0").as_numpy()',
        '"INPUT0").as_numpy()\n            assert array.shape == (2, 3), array.shape',
      ),
      `input [ { name: "INPUT0" data_type: TYPE_FP32 dims: [ 6 ] reshape { shape: [ 2, 3 ] } } ]
output [ { name: "OUTPUT0" data_type: TYPE_FP32 dims: [ 6 ] reshape { shape: [ 2, 3 ] } } ]`,
    );
    const engine = await fixture.start();
    const { outputs } = await send(engine, [1, 2, 3, 4, 5, 6]);
    expect(outputs[0]?.shape).toEqual([6]);
  });

  it.skipIf(existsSync("/proc/driver/nvidia/gpus"))("refuses KIND_GPU without a GPU", async () => {
    await fixture.model("m", IDENTITY, `${FP32_IO}\ninstance_group [ { kind: KIND_GPU } ]`);
    const engine = await fixture.start({ modelControlMode: "explicit", loadModels: [] });
    await expect(engine.loadModel("m", {})).rejects.toThrow(
      "has kind KIND_GPU, but this machine has no NVIDIA GPU 0; use KIND_CPU",
    );
  });
});

describe.skipIf(isMissing)(`tensors of a Python model${missingReason}`, () => {
  it.each([
    ["BOOL", new Uint8Array([1, 0])],
    ["UINT8", new Uint8Array([1, 200])],
    ["INT16", new Uint8Array(new Int16Array([-3, 7]).buffer)],
    ["UINT64", new Uint8Array(new BigUint64Array([2n ** 63n, 1n]).buffer)],
    ["FP16", new Uint8Array(new Uint16Array([0x3c00, 0x4000]).buffer)],
    ["FP64", new Uint8Array(new Float64Array([0.1, -2]).buffer)],
    ["BF16", new Uint8Array(new Uint16Array([0x3f80, 0x4040]).buffer)],
  ])("[PYTHON-TENSOR-3] [PYTHON-TENSOR-4] %s goes through numpy", async (type, data) => {
    await fixture.model("m", IDENTITY, ioOf(type));
    const engine = await fixture.start();
    const { outputs } = await engine.infer(
      inferRequest({ inputs: [tensor("INPUT0", type, [2], data)] }),
    );
    expect(outputs[0]).toMatchObject({ datatype: type, shape: [2] });
    expect(new Uint8Array(outputs[0]?.data ?? [])).toEqual(data);
  });

  it("[PYTHON-TENSOR-3] FP16 is float16, BF16 is uint16", async () => {
    await fixture.model(
      "m",
      `class TritonPythonModel:
    def execute(self, requests):
        half, brain = [t for t in requests[0].inputs()]
        assert half.as_numpy().dtype == np.float16 and half.as_numpy()[0] == 1.5
        assert brain.as_numpy().dtype == np.uint16
        assert half.triton_dtype() == 10 and brain.triton_dtype() == 14
        assert half.shape() == [1] and half.is_cpu()
        as_float = (brain.as_numpy().astype(np.uint32) << 16).view(np.float32)
        return [pb_utils.InferenceResponse([pb_utils.Tensor("OUTPUT0", as_float)])]`,
      `input [ { name: "HALF" data_type: TYPE_FP16 dims: [ 1 ] }, { name: "BRAIN" data_type: TYPE_BF16 dims: [ 1 ] } ]
output [ { name: "OUTPUT0" data_type: TYPE_FP32 dims: [ 1 ] } ]`,
    );
    const engine = await fixture.start();
    const bits = (value: number) => new Uint8Array(new Uint16Array([value]).buffer);
    const { outputs } = await engine.infer(
      inferRequest({
        inputs: [
          tensor("HALF", "FP16", [1], bits(0x3e00)),
          tensor("BRAIN", "BF16", [1], bits(0x4040)),
        ],
      }),
    );
    expect(readFloats(outputs[0])).toEqual([3]);
  });

  it("[PYTHON-TENSOR-2] strings and bytes", async () => {
    await fixture.model(
      "m",
      `class TritonPythonModel:
    def execute(self, requests):
        array = requests[0].inputs()[0].as_numpy()
        assert array.dtype == np.object_ and array.shape == (3,) and type(array[0]) == bytes
        texts = np.array([array[0].decode().upper(), array[1] + b"\\x00", "ü"], dtype=np.object_)
        return [pb_utils.InferenceResponse([pb_utils.Tensor("OUTPUT0", texts)])]`,
      ioOf("STRING"),
    );
    const engine = await fixture.start();
    const { outputs } = await engine.infer(
      inferRequest({ inputs: [tensor("INPUT0", "BYTES", [3], encodeStrings(["abc", "", "x"]))] }),
    );
    expect(decodeStrings(outputs[0]?.data ?? new Uint8Array(), 3, "O")).toEqual(["ABC", "\0", "ü"]);
  });

  it("[PYTHON-TENSOR-1] a model may keep arrays of earlier requests", async () => {
    await fixture.model(
      "m",
      `class TritonPythonModel:
    def initialize(self, args):
        self.kept = []
    def execute(self, requests):
        array = requests[0].inputs()[0].as_numpy()
        self.kept.append(array[:1])
        first = np.concatenate(self.kept)
        return [pb_utils.InferenceResponse([pb_utils.Tensor("OUTPUT0", first)])]`,
    );
    const engine = await fixture.start();
    const large = (value: number) => Array.from({ length: 20_000 }, () => value);
    for (const value of [1, 2, 3]) await send(engine, large(value));
    expect(readFloats((await send(engine, large(4))).outputs[0])).toEqual([1, 2, 3, 4]);
  });

  it("[PYTHON-TENSOR-6] go through the connection if there is no shared memory", async () => {
    await fixture.model("m", IDENTITY);
    const engine = await fixture.start({ python: { sharedFolder: "/nowhere" } });
    const many = Array.from({ length: 300_000 }, (_, i) => i);
    for (let round = 0; round < 3; round++) {
      expect(readFloats((await send(engine, many)).outputs[0])).toEqual(many);
    }
  });

  it("[PYTHON-TENSOR-5] DLPack for the CPU, BF16 included, and an error for other devices", async () => {
    await fixture.model(
      "m",
      `class Elsewhere:
    def __dlpack_device__(self):
        return (2, 0)
    def __dlpack__(self, stream=None):
        raise AssertionError
class TritonPythonModel:
    def execute(self, requests):
        given = requests[0].inputs()[0]
        assert given.__dlpack_device__() == (1, 0)
        by_capsule = pb_utils.Tensor.from_dlpack("OUTPUT0", given.to_dlpack())
        assert np.shares_memory(by_capsule.as_numpy(), given.as_numpy())
        by_object = pb_utils.Tensor.from_dlpack("OUTPUT0", by_capsule)
        brain = pb_utils.Tensor.from_dlpack("BRAIN", requests[0].inputs()[1])
        assert brain.triton_dtype() == 14
        if given.as_numpy()[0] == 9:
            pb_utils.Tensor.from_dlpack("OUTPUT0", Elsewhere())
        if given.as_numpy()[0] == 8:
            pb_utils.Tensor.from_dlpack("OUTPUT0", given.as_numpy()[::2])
        return [pb_utils.InferenceResponse([by_object, brain])]`,
      `input [ { name: "INPUT0" data_type: TYPE_FP32 dims: [ -1 ] }, { name: "INPUT1" data_type: TYPE_BF16 dims: [ 1 ] } ]
output [ { name: "OUTPUT0" data_type: TYPE_FP32 dims: [ -1 ] }, { name: "BRAIN" data_type: TYPE_BF16 dims: [ 1 ] } ]`,
    );
    const engine = await fixture.start();
    const infer = (values: number[]) =>
      engine.infer(
        inferRequest({
          inputs: [
            floats("INPUT0", [values.length], values),
            tensor("INPUT1", "BF16", [1], new Uint8Array([0x80, 0x3f])),
          ],
        }),
      );
    const { outputs } = await infer([1, 2]);
    expect(readFloats(outputs[0])).toEqual([1, 2]);
    expect(outputs[1]).toMatchObject({ datatype: "BF16" });
    await expect(infer([9, 2])).rejects.toThrow("exchanges tensors on the CPU alone");
    await expect(infer([8, 2, 1, 4])).rejects.toThrow("DLPack tensor is not contiguous");
  });

  it("rejects numpy types that the protocol doesn't have", async () => {
    await fixture.model(
      "m",
      `class TritonPythonModel:
    def execute(self, requests):
        return [pb_utils.InferenceResponse([pb_utils.Tensor("OUTPUT0", np.zeros(1, dtype=np.complex64))])]`,
    );
    const engine = await fixture.start();
    await expect(send(engine, [1])).rejects.toThrow(
      "Tensor 'OUTPUT0' has the numpy type complex64, which no datatype of the protocol has",
    );
  });

  it("arrays that are not contiguous, big endian, without dimensions or without elements", async () => {
    await fixture.model(
      "m",
      `class TritonPythonModel:
    def execute(self, requests):
        kind = int(requests[0].inputs()[0].as_numpy()[0])
        array = [np.arange(6, dtype=np.float32)[::2], np.array([1.5], dtype=">f4"), np.float32(7).reshape(()), np.zeros((0,), np.float32)][kind]
        return [pb_utils.InferenceResponse([pb_utils.Tensor("OUTPUT0", np.asarray(array))])]`,
    );
    const engine = await fixture.start();
    const made = async (kind: number) => {
      const [output] = (await send(engine, [kind])).outputs;
      return [output?.shape, readFloats(output)];
    };
    expect(await made(0)).toEqual([[3], [0, 2, 4]]);
    expect(await made(1)).toEqual([[1], [1.5]]);
    expect(await made(2)).toEqual([[], [7]]);
    expect(await made(3)).toEqual([[0], []]);
  });
});
