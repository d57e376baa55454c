import type { DataType } from "../config/types.ts";

interface ElementType {
  readonly name: string;
  /** Bits of one element; 0 for strings. */
  readonly bits: number;
  /** The type's name in a configuration; null if it has none. */
  readonly config: DataType | null;
}

/** TensorProto.DataType of onnx.proto. */
const elementTypes: Readonly<Record<number, ElementType>> = {
  1: { name: "FP32", bits: 32, config: "TYPE_FP32" },
  2: { name: "UINT8", bits: 8, config: "TYPE_UINT8" },
  3: { name: "INT8", bits: 8, config: "TYPE_INT8" },
  4: { name: "UINT16", bits: 16, config: "TYPE_UINT16" },
  5: { name: "INT16", bits: 16, config: "TYPE_INT16" },
  6: { name: "INT32", bits: 32, config: "TYPE_INT32" },
  7: { name: "INT64", bits: 64, config: "TYPE_INT64" },
  8: { name: "BYTES", bits: 0, config: "TYPE_STRING" },
  9: { name: "BOOL", bits: 8, config: "TYPE_BOOL" },
  10: { name: "FP16", bits: 16, config: "TYPE_FP16" },
  11: { name: "FP64", bits: 64, config: "TYPE_FP64" },
  12: { name: "UINT32", bits: 32, config: "TYPE_UINT32" },
  13: { name: "UINT64", bits: 64, config: "TYPE_UINT64" },
  14: { name: "COMPLEX64", bits: 64, config: null },
  15: { name: "COMPLEX128", bits: 128, config: null },
  16: { name: "BF16", bits: 16, config: "TYPE_BF16" },
  17: { name: "FLOAT8E4M3FN", bits: 8, config: null },
  18: { name: "FLOAT8E4M3FNUZ", bits: 8, config: null },
  19: { name: "FLOAT8E5M2", bits: 8, config: null },
  20: { name: "FLOAT8E5M2FNUZ", bits: 8, config: null },
  21: { name: "UINT4", bits: 4, config: null },
  22: { name: "INT4", bits: 4, config: null },
  23: { name: "FLOAT4E2M1", bits: 4, config: null },
  24: { name: "FLOAT8E8M0", bits: 8, config: null },
  25: { name: "UINT2", bits: 2, config: null },
  26: { name: "INT2", bits: 2, config: null },
};

export const INT64 = 7;
export const BF16 = 16;

export function elementType(number: number): ElementType {
  return elementTypes[number] ?? { name: `type ${number}`, bits: 0, config: null };
}
