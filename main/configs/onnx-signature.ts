import type { DataType, ModelFileSignature, ModelFileTensor } from "../../engine/config/types.ts";
import type { FileTensor } from "../contract/index.ts";
import { modelFileIn } from "./model-folder.ts";
import type { OnnxContent } from "./onnx-file.ts";
import { readOnnxFile } from "./onnx-cache.ts";

/**
 * Inputs and outputs that the model.onnx of a model's newest version declares; null if it doesn't exist or can't be
 * read.
 */
export async function readSignature(modelFolder: string): Promise<ModelFileSignature | null> {
  try {
    const { path } = await modelFileIn(modelFolder, null);
    return path === null ? null : toSignature(await readOnnxFile(path));
  } catch {
    return null;
  }
}

/** Leaves out tensors whose type has no name in configurations; −1 is a variable dimension. */
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
