import { decodeStrings } from "../../requests/bytes-elements.ts";
import { ELEMENT_BYTES, elementCount } from "../../requests/datatypes.ts";
import type { OutputTensor, WireDatatype } from "../../types.ts";
import { bytesSegments, type Segments } from "../bytes-tensor.ts";
import { StatusError } from "../status.ts";

type Elements = Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array | Int32Array;
type Floats = Float32Array | Float64Array;
type BigElements = BigInt64Array | BigUint64Array;
type AnyArray = Elements | Floats | BigElements;

const ARRAYS = {
  BOOL: Uint8Array,
  INT8: Int8Array,
  INT16: Int16Array,
  INT32: Int32Array,
  INT64: BigInt64Array,
  UINT8: Uint8Array,
  UINT16: Uint16Array,
  UINT32: Uint32Array,
  UINT64: BigUint64Array,
  FP32: Float32Array,
  FP64: Float64Array,
};

/** Deeper than any tensor; what lies deeper is no element. */
const MAX_RANK = 64;

function arrayFor(datatype: WireDatatype, direction: "receiving" | "sending", tensor: string) {
  if (datatype === "FP16" || datatype === "BF16" || datatype === "BYTES") {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `${direction} ${datatype} data via JSON is not supported. Please use the binary data format for ${tensor}`,
    );
  }
  return ARRAYS[datatype];
}

/** The bytes of a JSON tensor, flat or nested. INVALID_ARGUMENT where it does not fit its type or shape. */
export function tensorFromJson(
  input: string,
  datatype: string,
  shape: readonly number[],
  data: unknown,
): Segments {
  if (!Object.hasOwn(ELEMENT_BYTES, datatype)) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `input '${input}' has unknown data-type '${datatype}'`,
    );
  }
  const values = Array.isArray(data) ? data.flat(MAX_RANK) : [data];
  if (values.length !== elementCount(shape)) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      "Unable to parse 'data': Shape does not match true shape of 'data' field",
    );
  }
  if (datatype === "BYTES") return bytesSegments(values.map((value) => utf8(input, value)));
  const array = new (arrayFor(datatype as WireDatatype, "receiving", `input '${input}'`))(
    values.length,
  );
  values.forEach((value, i) => {
    const bit = datatype === "BOOL" && typeof value === "boolean" ? Number(value) : value;
    if (!put(array, i, bit)) throw misfit(input, datatype, value);
  });
  return { segments: [new Uint8Array(array.buffer)], byteLength: array.byteLength };
}

/** Writes one element; false where the value is none of the array's type. */
function put(array: AnyArray, index: number, number: unknown): boolean {
  if (array instanceof BigInt64Array || array instanceof BigUint64Array) {
    if (typeof number !== "bigint" && !Number.isInteger(number)) return false;
    array[index] = BigInt(number as number);
    return array[index] === BigInt(number as number);
  }
  if (array instanceof Float32Array || array instanceof Float64Array) {
    if (typeof number !== "number" && typeof number !== "bigint") return false;
    array[index] = Number(number);
    return true;
  }
  if (typeof number !== "number") return false;
  array[index] = number;
  return array[index] === number;
}

function utf8(input: string, value: unknown): Uint8Array {
  if (typeof value !== "string") throw misfit(input, "BYTES", value);
  return Buffer.from(value, "utf8");
}

function shownValue(value: unknown): string {
  if (Array.isArray(value)) return "an array";
  return typeof value === "bigint" || typeof value === "number"
    ? value.toString()
    : JSON.stringify(value);
}

function misfit(input: string, datatype: string, value: unknown): StatusError {
  const shown = shownValue(value);
  return new StatusError(
    "INVALID_ARGUMENT",
    `Unable to parse 'data': ${shown} in input '${input}' is no ${datatype} value`,
  );
}

/** The JSON text of an output's elements: a flat array. */
export function tensorToJson(output: OutputTensor): string {
  const { name, datatype, shape } = output;
  if (datatype === "BYTES") {
    return JSON.stringify(decodeStrings(output.data, elementCount(shape), name));
  }
  // A copy, because a view may begin at any byte.
  const { buffer } = new Uint8Array(output.data);
  const array: AnyArray = new (arrayFor(datatype, "sending", `output '${name}'`))(buffer);
  if (datatype === "BOOL")
    return JSON.stringify(Array.from(array as Uint8Array, (bit) => bit !== 0));
  return `[${array.join(",")}]`;
}
