import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onnxModel } from "../../testing/onnx-model.ts";

const identity = (
  type: string,
  dims: string,
  maxBatchSize: number,
  more = "",
) => `backend: "identity"
max_batch_size: ${maxBatchSize}
input [ { name: "INPUT0" data_type: ${type} dims: [ ${dims} ] } ]
output [ { name: "OUTPUT0" data_type: ${type} dims: [ ${dims} ] } ]
instance_group [ { kind: KIND_CPU count: 1 } ]
${more}
`;

const CONFIGS = {
  id_plain: identity("TYPE_FP32", "-1", 8),
  id_nobatch: identity("TYPE_INT32", "2, 2", 0),
  id_string: identity("TYPE_STRING", "1", 4),
  id_cached: identity(
    "TYPE_FP32",
    "-1",
    8,
    "dynamic_batching { }\nresponse_cache { enable: true }",
  ),
  id_slow: identity(
    "TYPE_FP32",
    "-1",
    8,
    'parameters { key: "execute_delay_ms" value { string_value: "200" } }',
  ),
  ens: `platform: "ensemble"
max_batch_size: 8
input [ { name: "IN" data_type: TYPE_FP32 dims: [ -1 ] } ]
output [ { name: "OUT" data_type: TYPE_FP32 dims: [ -1 ] } ]
ensemble_scheduling { step [
  {
    model_name: "id_plain" model_version: -1
    input_map { key: "INPUT0" value: "IN" } output_map { key: "OUTPUT0" value: "mid" }
  },
  {
    model_name: "id_cached" model_version: -1
    input_map { key: "INPUT0" value: "mid" } output_map { key: "OUTPUT0" value: "OUT" }
  }
] }
`,
};

/** The recorded model's response to the recorded input. */
const RECORDED_OUTPUT = [
  0.22523018717765808, 0.07355935871601105, 0.1483507603406906, 0.12620581686496735,
  0.0397694893181324, 0.03768934682011604, 0.03860372304916382, 0.028488140553236008,
  0.06390179693698883, 0.21820135414600372,
];

/** x FP32 [-1,128] → y FP32 [-1,10], which doesn't depend on x. */
function mlp(): Uint8Array {
  return onnxModel({
    inputs: [{ name: "x", type: "FP32", shape: ["batch", 128] }],
    outputs: [{ name: "y", type: "FP32", shape: ["batch", 10] }],
    nodes: [
      { op: "MatMul", inputs: ["x", "w"], outputs: ["h"] },
      { op: "Add", inputs: ["h", "b"], outputs: ["y"] },
    ],
    initializers: [
      { name: "w", shape: [128, 10], values: new Float32Array(1280) },
      { name: "b", shape: [10], values: Float32Array.from(RECORDED_OUTPUT) },
    ],
  });
}

/** A model repository like the recorded one, in a new temporary folder. */
export function recordedRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), "recorded-repository-"));
  for (const [name, config] of Object.entries(CONFIGS)) {
    mkdirSync(join(folder, name, "1"), { recursive: true });
    writeFileSync(join(folder, name, "config.pbtxt"), config);
  }
  for (const version of ["1", "3"]) {
    mkdirSync(join(folder, "mlp_auto", version), { recursive: true });
    writeFileSync(join(folder, "mlp_auto", version, "model.onnx"), mlp());
  }
  return folder;
}
