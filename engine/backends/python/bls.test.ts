import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFailed } from "vitest";
import { floats, readFloats, inferRequest } from "../../testing/requests.ts";
import type { Engine, InferRequest } from "../../types.ts";
import {
  COUNTING,
  FP32_IO,
  IDENTITY,
  isMissing,
  PythonFixture,
  missingReason,
} from "./testing/python-fixture.ts";

let fixture: PythonFixture;

beforeEach(async () => {
  fixture = await PythonFixture.create();
  onTestFailed(() => fixture.printLog());
});
afterEach(() => fixture[Symbol.asyncDispose]());

const send = (engine: Engine, values: number[], extra: Partial<InferRequest> = {}) =>
  engine.infer(inferRequest({ inputs: [floats("INPUT0", [values.length], values)], ...extra }));

/** A model that returns `array`, with `call(model, …)` for requests to others. */
const calling = (body: string, keyword = "def") => `import asyncio
def call(model, array, **more):
    return pb_utils.InferenceRequest(model_name=model, requested_output_names=["OUTPUT0"], inputs=[pb_utils.Tensor("INPUT0", array)], **more)
def of(response):
    if response.has_error():
        raise pb_utils.TritonModelException(response.error().message())
    return pb_utils.get_output_tensor_by_name(response, "OUTPUT0").as_numpy()
class TritonPythonModel:
    ${keyword} execute(self, requests):
        responses = []
        for request in requests:
            array = pb_utils.get_input_tensor_by_name(request, "INPUT0").as_numpy()
${body.replace(/^/gm, "            ")}
            responses.append(pb_utils.InferenceResponse([pb_utils.Tensor("OUTPUT0", array)]))
        return responses`;

const DOUBLE = IDENTITY.replace('"OUTPUT0", array', '"OUTPUT0", array * 2');

describe.skipIf(isMissing)(`requests to other models${missingReason}`, () => {
  it("[PYTHON-BLS-1] exec waits for the response, small and large", async () => {
    await fixture.model("double", DOUBLE);
    await fixture.model(
      "m",
      calling('array = of(call("double", array).exec())\narray = of(call("double", array).exec())'),
    );
    const engine = await fixture.start();
    expect(readFloats((await send(engine, [1, 2])).outputs[0])).toEqual([4, 8]);
    const many = Array.from({ length: 40_000 }, (_, i) => i);
    for (let round = 0; round < 3; round++) {
      expect(readFloats((await send(engine, many)).outputs[0])).toEqual(many.map((v) => v * 4));
    }
  });

  it("[PYTHON-BLS-1] async_exec runs several at once", async () => {
    await fixture.model(
      "slow",
      IDENTITY,
      `${FP32_IO}\ninstance_group [ { kind: KIND_CPU count: 2 } ]`,
    );
    await fixture.model(
      "m",
      calling(
        'responses_ = await asyncio.gather(*[call("slow", array + i).async_exec() for i in range(8)])\narray = np.concatenate([of(r) for r in responses_])',
        "async def",
      ),
    );
    const engine = await fixture.start();
    expect(readFloats((await send(engine, [0])).outputs[0])).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it("[PYTHON-BLS-1] returns errors as responses", async () => {
    await fixture.model(
      "m",
      calling(`response = call("nosuch", array).exec()
assert response.has_error() and response.error().code() == pb_utils.TritonError.NOT_FOUND, response.error().code()
response = call("m2", array.astype(np.float64)).exec()
raise pb_utils.TritonModelException(response.error().message())`),
    );
    await fixture.model("m2", IDENTITY);
    const engine = await fixture.start();
    await expect(send(engine, [1])).rejects.toThrow(
      "inference input 'INPUT0' data-type is 'FP64', but model 'm2' expects 'FP32'",
    );
  });

  it("[PYTHON-BLS-2] iterates over the responses of a decoupled model", async () => {
    await fixture.model(
      "count",
      COUNTING,
      `model_transaction_policy { decoupled: true }\n${FP32_IO}`,
    );
    await fixture.model(
      "m",
      calling(`responses_ = call("count", array).exec(decoupled=True)
values = [of(r) for r in responses_ if len(r.output_tensors()) > 0]
assert len(list(responses_)) == 4
next(iter(responses_))
assert [len(r.output_tensors()) for r in responses_] == [1, 1, 0]
array = np.concatenate(values)
refused = call("count", array).exec()
assert "Please use 'decoupled=True'" in refused.error().message()
single = list(call("m2", array).exec(decoupled=True))
assert len(single) == 1`),
    );
    await fixture.model("m2", IDENTITY);
    const engine = await fixture.start();
    expect(readFloats((await send(engine, [5, 6, 7])).outputs[0])).toEqual([5, 6, 7]);
  });

  it("[PYTHON-BLS-2] async_exec of a decoupled model, and cancel", async () => {
    await fixture.model(
      "count",
      `import time
class TritonPythonModel:
    def execute(self, requests):
        sender = requests[0].get_response_sender()
        value = requests[0].inputs()[0].as_numpy()
        while not sender.is_cancelled():
            sender.send(pb_utils.InferenceResponse([pb_utils.Tensor("OUTPUT0", value)]))
            time.sleep(0.01)
        sender.send(flags=pb_utils.TRITONSERVER_RESPONSE_COMPLETE_FINAL)
        pb_utils.Logger.log_info("stopped")`,
      `model_transaction_policy { decoupled: true }\n${FP32_IO}`,
    );
    await fixture.model(
      "m",
      calling(
        `responses_ = await call("count", array).async_exec(decoupled=True)
first = next(responses_)
responses_.cancel()
last = list(responses_)[-1]
assert last.has_error() and last.error().code() == pb_utils.TritonError.CANCELLED
array = of(first)`,
        "async def",
      ),
    );
    const engine = await fixture.start();
    expect(readFloats((await send(engine, [5])).outputs[0])).toEqual([5]);
    await expect.poll(() => fixture.lines("info")).toContain("[count] stopped");
  });

  it("[PYTHON-BLS-3] passes on version, id, correlation id, flags, timeout and parameters", async () => {
    await fixture.model(
      "tell",
      `class TritonPythonModel:
    def execute(self, requests):
        for r in requests:
            pb_utils.Logger.log_info(json.dumps([r.request_id(), r.correlation_id(), r.flags(), r.timeout(), json.loads(r.parameters())]))
        return [pb_utils.InferenceResponse([pb_utils.Tensor("OUTPUT0", r.inputs()[0].as_numpy())], parameters={"x": 1}) for r in requests]`,
    );
    await fixture.model(
      "m",
      calling(`response = call("tell", array, model_version=1, request_id="r", correlation_id=7, flags=3, timeout=9000000, parameters={"k": "v"}, preferred_memory=pb_utils.PreferredMemory(pb_utils.TRITONSERVER_MEMORY_CPU, 0)).exec()
assert json.loads(response.parameters()) == {"x": 1}
assert call("tell", array, model_version=2).exec().has_error()
refused = call("tell", array, preferred_memory=pb_utils.PreferredMemory(pb_utils.TRITONSERVER_MEMORY_GPU)).exec()
assert refused.error().code() == pb_utils.TritonError.UNSUPPORTED and "on the CPU only" in refused.error().message()`),
    );
    const engine = await fixture.start();
    await send(engine, [1]);
    expect(fixture.lines("info")).toContain('[tell] ["r", 7, 3, 9000000, {"k": "v"}]');
  });

  it("[PYTHON-BLS-3] uses the response cache", async () => {
    await fixture.model(
      "cached",
      `${IDENTITY}\nprint("loaded")`,
      `response_cache { enable: true }\nmax_batch_size: 4\n${FP32_IO}`,
    );
    await fixture.model(
      "m",
      calling('array = of(call("cached", array.reshape(1, -1)).exec()).reshape(-1)'),
    );
    const engine = await fixture.start({ cacheBytes: 1e6 });
    for (let i = 0; i < 3; i++) await send(engine, [1]);
    expect(engine.modelStatistics("cached", "")[0]?.inference_stats).toMatchObject({
      cache_hit: { count: 2 },
      cache_miss: { count: 1 },
    });
  });

  it("[PYTHON-BLS-4] is part of a sampled request's trace", async () => {
    await fixture.model("double", DOUBLE);
    await fixture.model(
      "m",
      calling(
        'array = of(call("double", array, trace=request.trace()).exec())\nof(call("double", array).exec())',
      ),
    );
    const engine = await fixture.start({
      traceSettings: { trace_level: ["TIMESTAMPS"], trace_rate: 1 },
    });
    const trace = engine.startTrace("m", "");
    await send(engine, [1], trace ? { trace } : {});
    const parent = engine.traces(0).find(({ modelName }) => modelName === "m");
    const steps = engine.traces(0).filter(({ modelName }) => modelName === "double");
    expect(steps.map(({ parentId }) => parentId)).toEqual([parent?.id]);
  });

  it("[PYTHON-BLS-5] rejects a call that could never end", async () => {
    await fixture.model("m", calling('array = of(call("m", array).exec())'));
    await fixture.model("a", calling('array = of(call("b", array).exec())'));
    await fixture.model("b", calling('array = of(call("a", array).exec())'));
    const engine = await fixture.start();
    await expect(send(engine, [1])).rejects.toThrow(
      "model 'm' calls model 'm', whose only instance waits",
    );
    await expect(send(engine, [1], { modelName: "a" })).rejects.toThrow(
      "model 'b' calls model 'a'",
    );
  });

  it("[PYTHON-BLS-5] rejects a call of a version to itself, and allows one to another version", async () => {
    const path = (version: number) => `m/${version}/model.py`;
    await fixture.model("m", calling('array = of(call("m", array, model_version=2).exec())'));
    const { repository } = fixture.engines;
    const code = await readFile(join(repository.path, path(1)), "utf8");
    await repository.write(path(2), code.replace("model_version=2", "model_version=3"));
    await repository.write(path(3), code.replace(/of\(call\("m".*$/m, "array * 2"));
    await repository.write(
      "m/config.pbtxt",
      `backend: "python"\n${FP32_IO}\nversion_policy { all {} }`,
    );
    const engine = await fixture.start();
    const ask = async (modelVersion: string) =>
      readFloats((await send(engine, [1], { modelVersion })).outputs[0]);
    expect(await ask("1")).toEqual([2]);
    expect(await ask("2")).toEqual([2]);
    await repository.write(path(2), code);
    const other = await fixture.start();
    await expect(send(other, [1], { modelVersion: "2" })).rejects.toThrow(
      "model 'm' calls model 'm', whose only instance waits",
    );
  });

  it("[PYTHON-BLS-7] rejects requests outside of execute", async () => {
    await fixture.model("m2", IDENTITY);
    await fixture.model(
      "m",
      `class TritonPythonModel:
    def initialize(self, args):
        pb_utils.InferenceRequest(model_name="m2", requested_output_names=[], inputs=[]).exec()
    def execute(self, requests):
        pass`,
    );
    const engine = await fixture.start({ modelControlMode: "explicit", loadModels: [] });
    await expect(engine.loadModel("m", {})).rejects.toThrow(
      "BLS is only supported in the 'execute' function, not in 'initialize'.",
    );
  });

  it("[PYTHON-API-14] loads and unloads models", async () => {
    await fixture.model("other", IDENTITY);
    await fixture.model(
      "m",
      calling(`assert not pb_utils.is_model_ready("other")
pb_utils.load_model(model_name="other")
assert pb_utils.is_model_ready("other") and pb_utils.is_model_ready(model_name="other", model_version="1")
array = of(call("other", array).exec())
config = json.dumps({"backend": "python", "max_batch_size": 0, "input": [{"name": "INPUT0", "data_type": "TYPE_FP32", "dims": [-1]}], "output": [{"name": "OUTPUT0", "data_type": "TYPE_FP32", "dims": [-1]}], "parameters": {"k": {"string_value": "v"}}})
pb_utils.load_model(model_name="other", config=config)
pb_utils.unload_model(model_name="other")
try:
    pb_utils.load_model(model_name="nosuch")
    assert False
except pb_utils.TritonModelException as error:
    assert "nosuch" in str(error)`),
    );
    const engine = await fixture.start({ modelControlMode: "explicit", loadModels: ["m"] });
    expect(readFloats((await send(engine, [3])).outputs[0])).toEqual([3]);
    await expect.poll(() => engine.modelReady("other", "")).toBe(false);
  });
});
