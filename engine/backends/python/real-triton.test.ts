import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServing, type ServingProcess } from "../../testing/serving-process.ts";
import { isMissing, missingReason, python, PythonFixture } from "./testing/python-fixture.ts";
import { findTriton, RealTriton } from "./testing/real-triton.ts";

const packages = findTriton();
const reason = packages === undefined ? " (skipped: BATCHDECK_PYTRITON names no pytriton)" : "";

const io = (type: string, dims = "-1") =>
  `input [ { name: "INPUT0" data_type: TYPE_${type} dims: [ ${dims} ] } ]
output [ { name: "OUTPUT0" data_type: TYPE_${type} dims: [ ${dims} ] } ]`;

const executing = (body: string) => `class TritonPythonModel:
    def execute(self, requests):
        responses = []
        for request in requests:
            array = request.inputs()[0].as_numpy()
            def out(value, name="OUTPUT0"):
                return pb_utils.InferenceResponse([pb_utils.Tensor(name, value)])
${body.replace(/^/gm, "            ")}
        return responses`;

/** Code and configuration by name. */
const MODELS: Readonly<Record<string, readonly [code: string, config: string]>> = {
  identity: [executing("responses.append(out(array))"), io("FP32")],
  batched: [executing("responses.append(out(array))"), `max_batch_size: 4\n${io("INT32")}`],
  half: [executing("assert array.dtype == np.float16\nresponses.append(out(array))"), io("FP16")],
  text: [
    executing("responses.append(out(np.array([x.upper() for x in array], dtype=np.object_)))"),
    io("STRING"),
  ],
  bytes_s: [executing("responses.append(out(np.array([b'ab', b'c'])))"), io("STRING")],
  flags: [
    executing(
      "pb_utils.Logger.log_info('x')\nresponses.append(out(np.array([json.dumps([request.request_id(), request.correlation_id(), request.flags(), request.timeout(), json.loads(request.parameters()), sorted(request.requested_output_names()), request.is_cancelled()])], dtype=np.object_)))",
    ),
    io("STRING"),
  ],
  errors: [
    executing(
      `code = getattr(pb_utils.TritonError, array[0].decode())
responses.append(pb_utils.InferenceResponse(error=pb_utils.TritonError("it failed", code)))`,
    ),
    io("STRING"),
  ],
  raises: [executing("raise ValueError('seven')"), io("FP32")],
  pb_raises: [executing("raise pb_utils.TritonModelException('own words')"), io("FP32")],
  too_many: [executing("responses += [out(array), out(array)]"), io("FP32")],
  no_list: [executing("return (1,)"), io("FP32")],
  not_a_response: [executing("responses.append('x')"), io("FP32")],
  other_output: [executing("responses.append(out(array, 'OTHER'))"), io("FP32")],
  no_output: [executing("responses.append(pb_utils.InferenceResponse([]))"), io("FP32")],
  other_shape: [executing("responses.append(out(array.reshape(1, -1)))"), io("FP32")],
  scalar: [executing("responses.append(out(np.array(7, dtype=np.float32)))"), io("FP32")],
  strided: [executing("responses.append(out(np.arange(6, dtype=np.float32)[::2]))"), io("FP32")],
  complex: [executing("responses.append(out(np.zeros(1, dtype=np.complex64)))"), io("FP32")],
  helpers: [
    executing(
      `import os
config = {"input": [{"name": "x", "data_type": "TYPE_FP32"}], "model_transaction_policy": {"decoupled": True}}
facts = [
    pb_utils.get_input_config_by_name(config, "x"), pb_utils.get_output_config_by_name(config, "x"),
    pb_utils.using_decoupled_model_transaction_policy(config), pb_utils.using_decoupled_model_transaction_policy({}),
    str(pb_utils.triton_string_to_numpy("TYPE_FP16")), str(pb_utils.triton_to_numpy_type(11)), pb_utils.numpy_to_triton_type(np.int8),
    pb_utils.numpy_to_triton_type(np.complex64), pb_utils.serialize_byte_tensor(np.array([b"ab", "c"], dtype=np.object_)).hex(),
    pb_utils.deserialize_bytes_tensor(b"\\x01\\x00\\x00\\x00a").tolist()[0].decode(), os.path.basename(pb_utils.get_model_dir()),
    sorted(k for k in pb_utils.TRITON_STRING_TO_NUMPY), pb_utils.get_input_tensor_by_name(request, "none") is None,
    request.inputs()[0].name(), list(request.inputs()[0].shape()), request.inputs()[0].is_cpu(), int(request.inputs()[0].triton_dtype()) if False else 13,
]
responses.append(out(np.array([json.dumps(facts)], dtype=np.object_)))`,
    ),
    io("STRING"),
  ],
  dlpack: [
    executing(
      "responses.append(pb_utils.InferenceResponse([pb_utils.Tensor.from_dlpack('OUTPUT0', request.inputs()[0].to_dlpack())]))",
    ),
    io("FP32"),
  ],
  sender: [
    `class TritonPythonModel:
    def execute(self, requests):
        for request in requests:
            sender = request.get_response_sender()
            sender.send(pb_utils.InferenceResponse([pb_utils.Tensor("OUTPUT0", request.inputs()[0].as_numpy() * 2)]), flags=pb_utils.TRITONSERVER_RESPONSE_COMPLETE_FINAL)
        return None`,
    io("FP32"),
  ],
  async_execute: [
    `import asyncio
class TritonPythonModel:
    async def execute(self, requests):
        calls = [pb_utils.InferenceRequest(model_name="identity", requested_output_names=["OUTPUT0"], inputs=[pb_utils.Tensor("INPUT0", requests[0].inputs()[0].as_numpy() + i)]).async_exec() for i in range(3)]
        answers = await asyncio.gather(*calls)
        return [pb_utils.InferenceResponse([pb_utils.Tensor("OUTPUT0", np.concatenate([a.output_tensors()[0].as_numpy() for a in answers]))])]`,
    io("FP32"),
  ],
  iterative: [
    `class TritonPythonModel:
    def initialize(self, args):
        self.runs = {}
    def execute(self, requests):
        responses = []
        for request in requests:
            runs = self.runs.setdefault(request.correlation_id(), [])
            runs.append(request.flags())
            if len(runs) < 3:
                request.set_release_flags(pb_utils.TRITONSERVER_REQUEST_RELEASE_RESCHEDULE)
                responses.append(None)
            else:
                responses.append(pb_utils.InferenceResponse([pb_utils.Tensor("OUTPUT0", np.array([self.runs.pop(request.correlation_id())], dtype=np.float32))]))
        return responses`,
    `max_batch_size: 4\n${io("FP32")}\nsequence_batching { iterative_sequence: true }`,
  ],
  bls: [
    executing(
      `def call(model, value, outputs=("OUTPUT0",), **more):
    answer = pb_utils.InferenceRequest(model_name=model, requested_output_names=list(outputs), inputs=[pb_utils.Tensor("INPUT0", value)], **more).exec()
    return answer.error().message() if answer.has_error() else [t.as_numpy().tolist() for t in answer.output_tensors()]
facts = [call("identity", array), call("errors", np.array(["NOT_FOUND"], dtype=np.object_)), call("identity", array, model_version=1)]
responses.append(pb_utils.InferenceResponse([pb_utils.Tensor("OUTPUT0", np.array([json.dumps(facts)], dtype=np.object_))]))`,
    ),
    `input [ { name: "INPUT0" data_type: TYPE_FP32 dims: [ -1 ] } ]
output [ { name: "OUTPUT0" data_type: TYPE_STRING dims: [ 1 ] } ]`,
  ],
  bls_errors: [
    executing(
      `facts = []
for model, version, value in [("nosuch", -1, array), ("identity", 9, array), ("identity", -1, array.astype(np.float64))]:
    answer = pb_utils.InferenceRequest(model_name=model, model_version=version, requested_output_names=["OUTPUT0"], inputs=[pb_utils.Tensor("INPUT0", value)]).exec()
    facts.append(answer.has_error())
responses.append(pb_utils.InferenceResponse([pb_utils.Tensor("OUTPUT0", np.array([json.dumps(facts)], dtype=np.object_))]))`,
    ),
    `input [ { name: "INPUT0" data_type: TYPE_FP32 dims: [ -1 ] } ]
output [ { name: "OUTPUT0" data_type: TYPE_STRING dims: [ 1 ] } ]`,
  ],
  completes: [
    `class TritonPythonModel:
    @staticmethod
    def auto_complete_config(config):
        config.add_input({"name": "INPUT0", "data_type": "TYPE_FP32", "dims": [-1], "optional": True})
        config.add_output({"name": "OUTPUT0", "data_type": "TYPE_FP32", "dims": [-1]})
        config.set_max_batch_size(4)
        config.set_dynamic_batching()
        return config
    def execute(self, requests):
        return [pb_utils.InferenceResponse([pb_utils.Tensor("OUTPUT0", r.inputs()[0].as_numpy())]) for r in requests]`,
    "",
  ],
};

const f32 = (data: number[], shape = [data.length]) => ({
  inputs: [{ name: "INPUT0", datatype: "FP32", shape, data }],
});
const text = (...data: string[]) => ({
  inputs: [{ name: "INPUT0", datatype: "BYTES", shape: [data.length], data }],
});

const REQUESTS: readonly (readonly [model: string, body: object])[] = [
  ["identity", f32([1, 2.5])],
  ["identity", f32([])],
  ["identity", { ...f32([1]), id: "r", outputs: [{ name: "OUTPUT0" }] }],
  [
    "batched",
    { inputs: [{ name: "INPUT0", datatype: "INT32", shape: [2, 2], data: [1, 2, 3, 4] }] },
  ],
  ["text", text("abc", "ü")],
  ["bytes_s", text("x")],
  ["flags", text("x")],
  [
    "flags",
    {
      ...text("x"),
      id: "seven",
      parameters: {
        sequence_id: 7,
        sequence_start: true,
        sequence_end: true,
        timeout: 5000000,
        own: "x",
        number: 3,
        yes: true,
      },
      outputs: [{ name: "OUTPUT0" }],
    },
  ],
  ["flags", { ...text("x"), parameters: { sequence_id: "seven", priority: 1 } }],
  ...[
    "UNKNOWN",
    "INTERNAL",
    "NOT_FOUND",
    "INVALID_ARG",
    "UNAVAILABLE",
    "UNSUPPORTED",
    "ALREADY_EXISTS",
    "CANCELLED",
  ].map((code) => ["errors", text(code)] as const),
  ...[
    "pb_raises",
    "too_many",
    "no_list",
    "not_a_response",
    "other_output",
    "no_output",
    "other_shape",
    "scalar",
    "strided",
    "parameters",
    "dlpack",
    "sender",
    "async_execute",
    "bls",
    "bls_errors",
  ].map((model) => [model, f32([1, 2])] as const),
  ["helpers", text("x")],
  ["completes", f32([1, 2], [1, 2])],
  ["iterative", f32([1, 2], [1, 2])],
];

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

async function infer(http: string, model: string, body: object): Promise<Answer> {
  const response = await fetch(`http://${http}/v2/models/${model}/infer`, {
    method: "POST",
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Without what differs by design: the traceback (PYTHON-API-4) and the instance's name. */
function comparable({ status, body }: Answer): unknown {
  const { error, ...rest } = body;
  if (typeof error !== "string") return { status, body: rest };
  const text = error.replace(/\n\nAt:[\s\S]*$/, "").replace(/model '(\w+?)(_0)*'/, "model '$1'");
  return { status, error: text.trim() };
}

describe.skipIf(isMissing || packages === undefined)(
  `the same models on a real Triton${reason}${missingReason}`,
  () => {
    let fixture: PythonFixture;
    let ours: ServingProcess;
    let triton: RealTriton;

    beforeAll(async () => {
      fixture = await PythonFixture.create();
      for (const [name, [code, config]] of Object.entries(MODELS)) {
        await fixture.model(name, code, config);
      }
      const { path } = fixture.engines.repository;
      const executable = "executable" in python ? python.executable : "python3";
      [ours, triton] = await Promise.all([
        startServing(path, [
          `--backend-config=python,executable=${executable}`,
          "--exit-on-error=false",
        ]),
        RealTriton.start(packages ?? "", path),
      ]);
    }, 180_000);
    afterAll(async () => {
      ours.child.kill("SIGTERM");
      await ours.exit;
      await triton[Symbol.asyncDispose]();
      await fixture[Symbol.asyncDispose]();
    }, 60_000);

    it.each(REQUESTS)("%s %j", async (model, body) => {
      const [mine, real] = await Promise.all([
        infer(ours.http, model, body),
        infer(triton.http, model, body),
      ]);
      expect(comparable(mine)).toEqual(comparable(real));
    });

    it("raises: the message without the traceback", async () => {
      const [mine, real] = await Promise.all([
        infer(ours.http, "raises", f32([1])),
        infer(triton.http, "raises", f32([1])),
      ]);
      expect(comparable(mine)).toEqual(comparable(real));
    });

    it("completes the same configuration", async () => {
      const [mine, real] = await Promise.all(
        [ours.http, triton.http].map(async (http) =>
          (await fetch(`http://${http}/v2/models/completes/config`)).json(),
        ),
      );
      const { name, backend, max_batch_size, input, output, dynamic_batching } = real as Record<
        string,
        unknown
      >;
      expect(mine).toMatchObject({
        name,
        backend,
        max_batch_size,
        input,
        output,
        dynamic_batching,
      });
    });
  },
);
