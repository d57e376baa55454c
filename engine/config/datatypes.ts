import type { DataType } from "./types.ts";

const BYTE_SIZES: Readonly<Record<DataType, number>> = {
  TYPE_INVALID: 0,
  TYPE_BOOL: 1,
  TYPE_UINT8: 1,
  TYPE_UINT16: 2,
  TYPE_UINT32: 4,
  TYPE_UINT64: 8,
  TYPE_INT8: 1,
  TYPE_INT16: 2,
  TYPE_INT32: 4,
  TYPE_INT64: 8,
  TYPE_FP16: 2,
  TYPE_FP32: 4,
  TYPE_FP64: 8,
  TYPE_STRING: 0,
  TYPE_BF16: 2,
};

/** Bytes of one element; 0 for TYPE_STRING, whose elements vary, and TYPE_INVALID. */
export function elementByteSize(type: DataType): number {
  return BYTE_SIZES[type];
}

/** The protocol's name of a configuration's data type: TYPE_FP32 is FP32, TYPE_STRING is BYTES. */
export function wireDatatypeOf(type: DataType): string {
  return type === "TYPE_STRING" ? "BYTES" : type.slice("TYPE_".length);
}

/** The configuration's name of a data type on the wire; undefined for a name the protocol does not have. */
export function dataTypeOf(wire: string): DataType | undefined {
  if (wire === "BYTES") return "TYPE_STRING";
  const type = `TYPE_${wire}`;
  const known =
    type !== "TYPE_STRING" && type !== "TYPE_INVALID" && Object.hasOwn(BYTE_SIZES, type);
  return known ? (type as DataType) : undefined;
}
