import type { ModelScan } from "../../onnx-file/model-scan.ts";

/**
 * Operators whose run time depends only on their inputs' shapes, and whose results don't amplify
 * small errors: division, comparison, logarithm and root are excluded (HERE-2).
 */
const OPERATORS = new Set(
  `Abs Add AveragePool Clip Concat Constant Conv Dropout Elu Flatten Gather Gelu Gemm
   GlobalAveragePool GlobalMaxPool HardSigmoid HardSwish Identity LeakyRelu MatMul Max
   MaxPool Min Mul Neg PRelu Relu Reshape Selu Sigmoid Softmax Softplus Split Squeeze Sub
   Sum Tanh Transpose Unsqueeze`.split(/\s+/),
);

/** FP32, UINT8, INT8, INT32, INT64 and BOOL in onnx.proto's numbering. */
const ELEMENT_TYPES = new Set([1, 2, 3, 6, 7, 9]);

/**
 * Limit of the model file: a second copy of larger weights would cost more memory and
 * serving-thread time than it is worth.
 */
const MAX_FILE_BYTES = 2 * 1024 * 1024;

export interface ScannedFile {
  readonly scan: ModelScan;
  readonly bytes: number;
  /** The first dimension is the batch. */
  readonly isBatched: boolean;
}

/**
 * Whether the batch size alone determines the run time, so that one measured run predicts the next:
 * a small file without external data, with known operators and no variable dimension but the batch.
 */
export function hasBoundedRuns({ scan, bytes, isBatched }: ScannedFile): boolean {
  const isFixed = ({ elementType, shape }: ModelScan["inputs"][number]) =>
    ELEMENT_TYPES.has(elementType) &&
    shape !== null &&
    shape.length > 0 &&
    !shape.slice(isBatched ? 1 : 0).includes(-1);
  return (
    bytes <= MAX_FILE_BYTES &&
    scan.locations.length === 0 &&
    [...scan.operators].every((operator) => OPERATORS.has(operator)) &&
    [...scan.inputs, ...scan.outputs].every(isFixed)
  );
}
