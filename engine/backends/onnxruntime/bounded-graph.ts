import type { ModelScan } from "../../onnx-file/model-scan.ts";

/**
 * Operators whose time depends on the shapes of their inputs alone, never on what these hold, and whose results grow
 * no small error: what divides, compares, or takes a logarithm or a root is not among them (rule HERE-2 of ../SPEC.md).
 */
const OPERATORS = new Set(
  `Abs Add AveragePool Clip Concat Constant Conv Dropout Elu Flatten Gather Gelu Gemm
   GlobalAveragePool GlobalMaxPool HardSigmoid HardSwish Identity LeakyRelu MatMul Max
   MaxPool Min Mul Neg PRelu Relu Reshape Selu Sigmoid Softmax Softplus Split Squeeze Sub
   Sum Tanh Transpose Unsqueeze`.split(/\s+/),
);

/** FP32, UINT8, INT8, INT32, INT64 and BOOL, as onnx.proto numbers them. */
const ELEMENT_TYPES = new Set([1, 2, 3, 6, 7, 9]);

/** A second copy of a larger model's weights would cost more memory and time of the serving thread than it is worth. */
const MAX_FILE_BYTES = 2 * 1024 * 1024;

export interface ScannedFile {
  readonly scan: ModelScan;
  readonly bytes: number;
  /** The first dimension is the batch. */
  readonly isBatched: boolean;
}

/**
 * Whether a run takes a time that the batch's size alone decides, so that one measured run bounds the next of that size:
 * a small file with everything in it, known operators, and no variable dimension but the batch.
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
