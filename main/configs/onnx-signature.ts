import type { DataType, ModelFileSignature, ModelFileTensor } from "../../engine/config/types.ts";
import type { FileTensor } from "../contract/index.ts";
import { modelFileIn } from "./model-folder.ts";
import type { OnnxContent } from "./onnx-file.ts";
import { readOnnxFile } from "./onnx-cache.ts";

/**
 * Inputs and outputs as the model.onnx of the newest version in a model's folder declares them; null where
 * there is none or it cannot be read.
 */
export async function readSignature(modelFolder: string): Promise<ModelFileSignature | null> {
  try {
    const { path } = await modelFileIn(modelFolder, null);
    return path === null ? null : toSignature(await readOnnxFile(path));
  } catch {
    return null;
  }
}

/** Tensors of a type that no configuration can name are left out; −1 is a dimension that may vary. */
export function toSignature({
  inputs,
  outputs,
  defaulted = [],
}: Pick<OnnxContent, "inputs" | "outputs"> &
  Partial<Pick<OnnxContent, "defaulted">>): ModelFileSignature {
  const optional = defaulted.flatMap(toModelFileTensor);
  return {
    inputs: inputs.flatMap(toModelFileTensor),
    outputs: outputs.flatMap(toModelFileTensor),
    ...(optional.length > 0 && { optional }),
  };
}

function toModelFileTensor({ name, configType, shape }: FileTensor): ModelFileTensor[] {
  if (configType === null) return [];
  const dims = (shape ?? []).map((dim) => (typeof dim === "number" ? dim : -1));
  return [{ name, data_type: configType as DataType, shape: dims }];
}
