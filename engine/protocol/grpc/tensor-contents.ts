import type { inference } from "../../../assets/proto/index.ts";
import type { WireDatatype } from "../../types.ts";
import { bytesSegments, type Segments } from "../bytes-tensor.ts";
import { StatusError } from "../status.ts";

type Contents = inference.InferTensorContents.$Properties;
type NumberField = "int_contents" | "uint_contents" | "fp32_contents" | "fp64_contents";
type TypedArrayConstructor = { from(values: Iterable<number>): Uint8Array | ArrayBufferView };

/** Where a datatype's elements stand in InferTensorContents and what they are on the wire. */
const NUMBERS: Partial<Record<WireDatatype, [NumberField, TypedArrayConstructor]>> = {
  INT8: ["int_contents", Int8Array],
  INT16: ["int_contents", Int16Array],
  INT32: ["int_contents", Int32Array],
  UINT8: ["uint_contents", Uint8Array],
  UINT16: ["uint_contents", Uint16Array],
  UINT32: ["uint_contents", Uint32Array],
  FP32: ["fp32_contents", Float32Array],
  FP64: ["fp64_contents", Float64Array],
};

/** Each list of InferTensorContents, and the datatype that Triton takes its elements for. */
const LISTS = [
  ["bool_contents", "BOOL"],
  ["int_contents", "INT32"],
  ["int64_contents", "INT64"],
  ["uint_contents", "UINT32"],
  ["uint64_contents", "UINT64"],
  ["fp32_contents", "FP32"],
  ["fp64_contents", "FP64"],
  ["bytes_contents", "BYTES"],
] as const;

/** Elements sent as typed `contents`, as the bytes they would be in `raw_input_contents`. */
export function contentsSegments(
  model: string,
  input: string,
  datatype: string,
  contents: Contents,
): Segments {
  const segments =
    datatype === "BYTES"
      ? bytesSegments(contents.bytes_contents ?? [])
      : one(elements(input, datatype, contents));
  const own = NUMBERS[datatype as WireDatatype]?.[0];
  for (const [list, type] of LISTS) {
    if (!contents[list]?.length || list === own || type === datatype) continue;
    throw new StatusError(
      "INVALID_ARGUMENT",
      `unexpected explicit tensor data for input tensor '${input}' for model '${model}' of type '${type}', expected datatype '${datatype}'`,
    );
  }
  return segments;
}

function elements(input: string, datatype: string, contents: Contents): ArrayBufferView {
  if (datatype === "BOOL") {
    return Uint8Array.from(contents.bool_contents ?? [], (value) => (value ? 1 : 0));
  }
  if (datatype === "INT64") {
    return BigInt64Array.from(contents.int64_contents ?? [], (value) => BigInt(value));
  }
  if (datatype === "UINT64") {
    return BigUint64Array.from(contents.uint64_contents ?? [], (value) => BigInt(value));
  }
  const [field, array] = NUMBERS[datatype as WireDatatype] ?? [];
  if (field === undefined || array === undefined) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `input '${input}' has data-type '${datatype}', which typed contents cannot carry: send it in raw_input_contents`,
    );
  }
  return array.from(contents[field] ?? []);
}

function one(array: ArrayBufferView): Segments {
  const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  return { segments: [bytes], byteLength: bytes.byteLength };
}
