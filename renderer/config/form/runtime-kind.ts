import type { ModelConfig } from "../../../engine/config/index.ts";

/** Whether a configuration is for ONNX Runtime; one that names no backend is where the model file is an ONNX file. */
export function isOnnx({ backend, platform }: ModelConfig, hasOnnxFile: boolean): boolean {
  if (backend !== "") return backend === "onnxruntime";
  return platform === "" ? hasOnnxFile : platform === "onnxruntime_onnx";
}
