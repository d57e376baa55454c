import type {
  ModelConfig,
  ModelFileSignature,
  ModelFileTensor,
} from "../../../engine/config/index.ts";
import { formatShape } from "../../../main/contract/index.ts";

export type TensorRole = "input" | "output";

/** A tensor of the text with that of the model file. */
export interface TensorRow {
  readonly index: number;
  readonly name: string;
  /** "TYPE_FP32 [-1, 3]"; null if the file has no tensor with that name or is unknown. */
  readonly inFile: string | null;
  /** The differences, each as a sentence. */
  readonly differences: readonly string[];
  /** Values that would match the file. */
  readonly agreed: { readonly data_type: string; readonly dims: readonly number[] } | null;
}

/** The file's shape as `dims`: without the batch dimension. */
export function dimsWithoutBatch(tensor: ModelFileTensor, maxBatchSize: number): number[] {
  const batched = maxBatchSize > 0 && tensor.shape[0] === -1;
  const dims = batched ? tensor.shape.slice(1) : tensor.shape;
  return dims.length === 0 ? [1] : [...dims];
}

/** The text's inputs or outputs, each compared with the model file. */
export function tensorRows(
  config: ModelConfig,
  role: TensorRole,
  signature: ModelFileSignature | null,
): TensorRow[] {
  return config[role].map((tensor, index) => {
    const inFile = signature?.[`${role}s`].find(({ name }) => name === tensor.name);
    const base = { index, name: tensor.name };
    if (!inFile) {
      const differences = signature ? [`The model file has no ${role} “${tensor.name}”.`] : [];
      return { ...base, inFile: null, differences, agreed: null };
    }
    const dims = dimsWithoutBatch(inFile, config.max_batch_size);
    const own = tensor.reshape?.shape ?? tensor.dims;
    const differences = [];
    if (tensor.data_type !== inFile.data_type) {
      differences.push(`The file’s type is ${inFile.data_type}.`);
    }
    if (!agrees(own, dims, role) && !(own.length === 0 && tensor.reshape)) {
      differences.push(
        `The file’s dims are ${formatShape(dims)}${config.max_batch_size > 0 ? " after the batch dimension" : ""}.`,
      );
    }
    return {
      ...base,
      inFile: `${inFile.data_type} ${formatShape(inFile.shape)}`,
      differences,
      agreed: { data_type: inFile.data_type, dims },
    };
  });
}

/** A fixed dimension may be configured for a variable one of an input; outputs must be equal (rules CFG-L4 and CFG-L5). */
function agrees(own: readonly number[], dims: readonly number[], role: TensorRole): boolean {
  return (
    own.length === dims.length &&
    dims.every((dim, index) => dim === own[index] || (role === "input" && dim === -1))
  );
}

/** Tensors of the model file that are missing in the text. */
export function missingTensors(
  config: ModelConfig,
  role: TensorRole,
  signature: ModelFileSignature | null,
): ModelFileTensor[] {
  const known = new Set(config[role].map(({ name }) => name));
  return (signature?.[`${role}s`] ?? []).filter(({ name }) => !known.has(name));
}
