import type { DataType } from "../config/types.ts";
import type { WireDatatype } from "../types.ts";

/** Bytes of one element; BYTES elements vary. */
export const ELEMENT_BYTES: Readonly<Record<WireDatatype, number>> = {
  BOOL: 1,
  UINT8: 1,
  UINT16: 2,
  UINT32: 4,
  UINT64: 8,
  INT8: 1,
  INT16: 2,
  INT32: 4,
  INT64: 8,
  FP16: 2,
  FP32: 4,
  FP64: 8,
  BF16: 2,
  BYTES: 0,
};

/** A configuration's TYPE_FP32 as the protocol's FP32; TYPE_STRING is BYTES. */
export function wireDatatype(type: DataType): WireDatatype {
  return (type === "TYPE_STRING" ? "BYTES" : type.slice("TYPE_".length)) as WireDatatype;
}

export function elementCount(shape: readonly number[]): number {
  return shape.reduce((product, dim) => product * dim, 1);
}
