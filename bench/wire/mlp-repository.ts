import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onnxModel } from "../../engine/testing/onnx-model.ts";

/** Rows of any length, returned unchanged, or the index of their largest value. */
function anySize(op: "Identity" | "ArgMax"): Uint8Array {
  const isLarge = op === "Identity";
  return onnxModel({
    inputs: [{ name: "x", type: "FP32", shape: ["batch", "length"] }],
    outputs: [
      isLarge
        ? { name: "y", type: "FP32", shape: ["batch", "length"] }
        : { name: "y", type: "INT64", shape: ["batch", 1] },
    ],
    nodes: [
      { op, inputs: ["x"], outputs: ["y"], attributes: isLarge ? {} : { axis: 1, keepdims: 1 } },
    ],
  });
}

/**
 * A new folder with `mlp`, the same on its own thread (`mlp_on_thread`) and behind the response
 * cache (`mlp_cached`), and two models for requests of any size with next to no compute: `identity`
 * with equally large responses, `argmax` with small ones.
 */
export function mlpRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), "bench-wire-"));
  const weights = (rows: number, columns: number, name: string) => ({
    name,
    shape: [rows, columns],
    values: new Float32Array(rows * columns).map((_, i) => Math.sin(i) / 16),
  });
  const model = onnxModel({
    inputs: [{ name: "x", type: "FP32", shape: ["batch", 128] }],
    outputs: [{ name: "y", type: "FP32", shape: ["batch", 10] }],
    nodes: [
      { op: "MatMul", inputs: ["x", "w1"], outputs: ["h1"] },
      { op: "Relu", inputs: ["h1"], outputs: ["h2"] },
      { op: "MatMul", inputs: ["h2", "w2"], outputs: ["y"] },
    ],
    initializers: [weights(128, 256, "w1"), weights(256, 10, "w2")],
  });
  // A second thread would only spin on the core that the load needs, since the model is too small
  // for it.
  const config = `backend: "onnxruntime"
max_batch_size: 64
instance_group [ { kind: KIND_CPU count: 1 } ]
dynamic_batching { }
parameters { key: "intra_op_thread_count" value { string_value: "1" } }
`;
  const add = (name: string, bytes: Uint8Array, text: string) => {
    mkdirSync(join(folder, name, "1"), { recursive: true });
    writeFileSync(join(folder, name, "1/model.onnx"), bytes);
    writeFileSync(join(folder, name, "config.pbtxt"), text);
  };
  add("mlp", model, config);
  add(
    "mlp_on_thread",
    model,
    `${config}parameters { key: "run_on_serving_thread" value { string_value: "0" } }\n`,
  );
  add("mlp_cached", model, `${config}response_cache { enable: true }\n`);
  add("identity", anySize("Identity"), config);
  add("argmax", anySize("ArgMax"), config);
  return folder;
}
