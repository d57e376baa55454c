import { addSubModel, channelMeansModel } from "./onnx-model.ts";
import type { TestRepository } from "./repository.ts";

/**
 * The models that tritonclient's examples ask for, with the inputs and outputs that they expect: ONNX where the runtime has the
 * datatype, else Python with numpy.
 */
export async function writeExampleModels(repository: TestRepository): Promise<void> {
  await repository.write("simple/1/model.onnx", addSubModel());
  await repository.write("simple/config.pbtxt", `backend: "onnxruntime"\n${pairs("INT32")}`);
  await python(repository, "simple_string", TEXT_ADD_SUB, pairs("STRING"));
  await repository.identity(
    "simple_identity",
    `max_batch_size: 8
input [ { name: "INPUT0" data_type: TYPE_STRING dims: [ -1 ] } ]
output [ { name: "OUTPUT0" data_type: TYPE_STRING dims: [ -1 ] } ]`,
  );
  await python(repository, "simple_sequence", SEQUENCE, sequences());
  await python(repository, "simple_dyna_sequence", DYNAMIC_SEQUENCE, sequences("TYPE_UINT64"));
  await python(
    repository,
    "simple_string_dyna_sequence",
    ACCUMULATING_SEQUENCE,
    sequences("TYPE_STRING"),
  );
  await repository.repeat("repeat_int32", "INT32");
}

/** With it the repository has the eight models that simple_grpc_model_control.py counts. */
export async function writeInt8Example(repository: TestRepository): Promise<void> {
  await python(repository, "simple_int8", ADD_SUB, pairs("INT8"));
}

/** Image classifiers, alone and behind a step that decodes a binary PPM of 224 × 224. The greatest channel is the class. */
export async function writeImageExamples(repository: TestRepository): Promise<void> {
  const labels = ["red", "green", "blue"].join("\n");
  for (const [name, batch, config] of [
    ["densenet_onnx", 1, DENSENET],
    ["inception", "batch", INCEPTION],
  ] as const) {
    await repository.write(`${name}/1/model.onnx`, channelMeansModel(batch));
    await repository.write(`${name}/config.pbtxt`, `backend: "onnxruntime"\n${config}`);
    await repository.write(`${name}/labels.txt`, labels);
  }
  await python(repository, "decode", DECODE, DECODE_CONFIG);
  await repository.write("preprocess_inception_ensemble/1/.keep", "");
  await repository.write("preprocess_inception_ensemble/config.pbtxt", ENSEMBLE);
  await repository.write("preprocess_inception_ensemble/labels.txt", labels);
}

async function python(repository: TestRepository, name: string, code: string, config: string) {
  const imports = "import numpy as np\nimport triton_python_backend_utils as pb_utils\n\n\n";
  await repository.write(`${name}/1/model.py`, `${imports}${code}`);
  await repository.write(`${name}/config.pbtxt`, `backend: "python"\n${config}`);
}

const pairs = (datatype: string) => `max_batch_size: 8
input [ { name: "INPUT0" data_type: TYPE_${datatype} dims: [ 16 ] },
        { name: "INPUT1" data_type: TYPE_${datatype} dims: [ 16 ] } ]
output [ { name: "OUTPUT0" data_type: TYPE_${datatype} dims: [ 16 ] },
         { name: "OUTPUT1" data_type: TYPE_${datatype} dims: [ 16 ] } ]
instance_group [ { kind: KIND_CPU count: 1 } ]
`;

const control = (name: string) =>
  `{ name: "${name}" control [ { kind: CONTROL_SEQUENCE_${name} int32_false_true: [ 0, 1 ] } ] }`;

/** Sequences in which several share an instance; the model reads the correlation id of that type. */
const sequences = (correlation?: string) => `max_batch_size: 8
input [ { name: "INPUT" data_type: TYPE_INT32 dims: [ 1 ] } ]
output [ { name: "OUTPUT" data_type: TYPE_INT32 dims: [ 1 ] } ]
sequence_batching {
  max_sequence_idle_microseconds: 5000000
  oldest { max_candidate_sequences: 16 }
  control_input [ ${[
    control("START"),
    control("READY"),
    ...(correlation === undefined
      ? []
      : [
          control("END"),
          `{ name: "CORRID" control [ { kind: CONTROL_SEQUENCE_CORRID data_type: ${correlation} } ] }`,
        ]),
  ].join(", ")} ]
}
instance_group [ { kind: KIND_CPU count: 1 } ]
`;

const ADD_SUB = `class TritonPythonModel:
    def execute(self, requests):
        return [self.respond(*(tensor.as_numpy() for tensor in request.inputs())) for request in requests]

    def respond(self, first, second):
        return pb_utils.InferenceResponse(
            [pb_utils.Tensor("OUTPUT0", first + second), pb_utils.Tensor("OUTPUT1", first - second)]
        )
`;

const TEXT_ADD_SUB = `class TritonPythonModel:
    def execute(self, requests):
        return [self.respond(*(tensor.as_numpy() for tensor in request.inputs())) for request in requests]

    def respond(self, *texts):
        first, second = (text.astype(np.int32) for text in texts)
        results = {"OUTPUT0": first + second, "OUTPUT1": first - second}
        return pb_utils.InferenceResponse(
            [pb_utils.Tensor(name, value.astype(np.bytes_).astype(np.object_)) for name, value in results.items()]
        )
`;

/** A model whose `value` makes each output of the sequence's state and the request's inputs. */
const sequenceModel = (value: string) => `class TritonPythonModel:
    def initialize(self, args):
        self.sums = {}

    def execute(self, requests):
        return [self.respond(request) for request in requests]

    def respond(self, request):
        def first(name):
            tensor = pb_utils.get_input_tensor_by_name(request, name)
            return None if tensor is None else tensor.as_numpy().flatten()[0]

        output = np.array([[self.value(first)]], dtype=np.int32)
        return pb_utils.InferenceResponse([pb_utils.Tensor("OUTPUT", output)])

    def value(self, first):
${value}
`;

const SEQUENCE = sequenceModel(`        return first("INPUT") + first("START")`);

const DYNAMIC_SEQUENCE = sequenceModel(
  `        return first("INPUT") + first("START") + first("END") * int(first("CORRID"))`,
);

const ACCUMULATING_SEQUENCE = sequenceModel(`        key = first("CORRID")
        before = 0 if first("START") else self.sums[key]
        self.sums[key] = before + first("INPUT") + first("END") * int(key)
        return self.sums[key]`);

const classifier = (input: string, output: string) =>
  `input [ { name: "data_0" data_type: TYPE_FP32 format: FORMAT_NCHW dims: [ 3, 224, 224 ] ${input} } ]
output [ { name: "fc6_1" data_type: TYPE_FP32 label_filename: "labels.txt" ${output} } ]
`;

const DENSENET = classifier(
  "reshape { shape: [ 1, 3, 224, 224 ] }",
  "dims: [ 3 ] reshape { shape: [ 1, 3, 1, 1 ] }",
);

const INCEPTION = `max_batch_size: 8\n${classifier("", "dims: [ 3, 1, 1 ]")}`;

const DECODE = `class TritonPythonModel:
    def execute(self, requests):
        return [self.respond(request.inputs()[0].as_numpy()) for request in requests]

    def respond(self, files):
        pixels = [np.frombuffer(file[-3 * 224 * 224 :], np.uint8) for file in files.flatten()]
        images = np.stack([each.reshape(224, 224, 3).transpose(2, 0, 1) for each in pixels])
        return pb_utils.InferenceResponse([pb_utils.Tensor("IMAGE", images.astype(np.float32))])
`;

const DECODE_CONFIG = `max_batch_size: 8
input [ { name: "FILE" data_type: TYPE_STRING dims: [ 1 ] } ]
output [ { name: "IMAGE" data_type: TYPE_FP32 dims: [ 3, 224, 224 ] } ]
`;

const ENSEMBLE = `platform: "ensemble"
max_batch_size: 8
input [ { name: "INPUT" data_type: TYPE_STRING dims: [ 1 ] } ]
output [ { name: "OUTPUT" data_type: TYPE_FP32 dims: [ 3, 1, 1 ] label_filename: "labels.txt" } ]
ensemble_scheduling {
  step [
    {
      model_name: "decode" model_version: -1
      input_map { key: "FILE" value: "INPUT" } output_map { key: "IMAGE" value: "image" }
    },
    {
      model_name: "inception" model_version: -1
      input_map { key: "data_0" value: "image" } output_map { key: "fc6_1" value: "OUTPUT" }
    }
  ]
}
`;
