import type { ModelConfig } from "../../../engine/config/index.ts";

/** Whether a configuration is for ONNX Runtime; without a backend it is if the model file is an ONNX file. */
export function isOnnx({ backend, platform }: ModelConfig, hasOnnxFile: boolean): boolean {
  if (backend !== "") return backend === "onnxruntime";
  return platform === "" ? hasOnnxFile : platform === "onnxruntime_onnx";
}
