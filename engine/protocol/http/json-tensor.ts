import { ELEMENT_BYTES, elementCount } from "../../requests/datatypes.ts";
import type { WireDatatype } from "../../types.ts";
import { bytesSegments, type Segments } from "../bytes-tensor.ts";
import { unknownDatatype } from "../infer-parameters.ts";
import { MAX_RANK } from "../request-limits.ts";
import { StatusError } from "../../../base/status-error.ts";

type Elements = Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array | Int32Array;
type Floats = Float32Array | Float64Array;
type BigElements = BigInt64Array | BigUint64Array;
export type AnyArray = Elements | Floats | BigElements;

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

export function arrayFor(
  datatype: WireDatatype,
  direction: "receiving" | "sending",
  tensor: string,
) {
  if (datatype === "FP16" || datatype === "BF16" || datatype === "BYTES") {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `${direction} ${datatype} data via JSON is not supported. Please use the binary data format for ${tensor}`,
    );
  }
  return ARRAYS[datatype];
}

/** INVALID_ARGUMENT for an unknown datatype. */
export function knownDatatype(input: string, datatype: string): WireDatatype {
  if (Object.hasOwn(ELEMENT_BYTES, datatype)) return datatype as WireDatatype;
  throw unknownDatatype(input, datatype);
}

/**
 * Converts JSON data, flat or nested, to a tensor's bytes. INVALID_ARGUMENT if it doesn't fit the
 * type or shape.
 */
export function tensorFromJson(
  input: string,
  name: string,
  shape: readonly number[],
  data: unknown,
): Segments {
  const datatype = knownDatatype(input, name);
  const values = Array.isArray(data) ? data.flat(MAX_RANK) : [data];
  if (values.length !== elementCount(shape)) throw notTheShape();
  if (datatype === "BYTES") return bytesSegments(values.map((value) => utf8(input, value)));
  const array = new (arrayFor(datatype, "receiving", `input '${input}'`))(values.length);
  values.forEach((value, i) => {
    const bit = datatype === "BOOL" && typeof value === "boolean" ? Number(value) : value;
    if (!put(array, i, bit)) throw misfit(input, datatype, value);
  });
  return { segments: [new Uint8Array(array.buffer)], byteLength: array.byteLength };
}

/** Writes one element; false if the value has the wrong type. */
export function put(array: AnyArray, index: number, number: unknown): boolean {
  if (array instanceof BigInt64Array || array instanceof BigUint64Array) {
    if (typeof number !== "bigint" && !Number.isInteger(number)) return false;
    const integer = BigInt(number as number);
    array[index] = integer;
    return array[index] === integer;
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

/** An error shows at most this much of a wrong value. */
const MAX_SHOWN = 64;

function shownValue(value: unknown): string {
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object" && value !== null) return "an object";
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

export function misfit(input: string, datatype: string, value: unknown): StatusError {
  return new StatusError(
    "INVALID_ARGUMENT",
    `Unable to parse 'data': ${shownValue(value)} in input '${input}' is no ${datatype} value`,
  );
}

export function notTheShape(): StatusError {
  return new StatusError(
    "INVALID_ARGUMENT",
    "Unable to parse 'data': Shape does not match true shape of 'data' field",
  );
}
