import { StatusError } from "../../base/status-error.ts";
import type { OutputTensor, WireDatatype } from "../types.ts";
import { encodeStrings } from "./bytes-elements.ts";
import { elementCount } from "./datatypes.ts";

type Values = { readonly [index: number]: number | bigint };

const READERS: Partial<Record<WireDatatype, (buffer: ArrayBuffer) => Values>> = {
  UINT8: (buffer) => new Uint8Array(buffer),
  UINT16: (buffer) => new Uint16Array(buffer),
  UINT32: (buffer) => new Uint32Array(buffer),
  UINT64: (buffer) => new BigUint64Array(buffer),
  INT8: (buffer) => new Int8Array(buffer),
  INT16: (buffer) => new Int16Array(buffer),
  INT32: (buffer) => new Int32Array(buffer),
  INT64: (buffer) => new BigInt64Array(buffer),
  FP32: (buffer) => new Float32Array(buffer),
  FP64: (buffer) => new Float64Array(buffer),
};

/**
 * The `count` largest values of each batch item as BYTES "value:index[:label]", largest first (rule REQUEST-C1).
 * `labels` are by index; `batched` says whether the first dimension is the batch.
 */
export function classify(
  output: OutputTensor,
  count: number,
  labels: readonly string[],
  batched: boolean,
): OutputTensor {
  const reader = READERS[output.datatype];
  if (reader === undefined) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `class result not available for output due to unsupported type '${output.datatype}'`,
    );
  }
  const values = reader(new Uint8Array(output.data).buffer);
  const rows = batched ? (output.shape[0] ?? 1) : 1;
  const width = elementCount(output.shape) / Math.max(1, rows);
  const kept = Math.min(count, width);
  const format = output.datatype.startsWith("FP") ? sixDecimals : String;
  const strings: string[] = [];
  for (let row = 0; row < rows; row++) {
    const at = (index: number) => values[row * width + index] ?? 0;
    const order = Array.from({ length: width }, (_, i) => i).sort(
      (a, b) => descending(at(a), at(b)) || a - b,
    );
    for (const index of order.slice(0, kept)) {
      const label = labels[index];
      strings.push(`${format(at(index))}:${index}${label === undefined ? "" : `:${label}`}`);
    }
  }
  return {
    name: output.name,
    datatype: "BYTES",
    shape: batched ? [rows, kept] : [kept],
    data: encodeStrings(strings),
  };
}

/** NaN comes last. */
function descending(a: number | bigint, b: number | bigint): number {
  if (a > b) return -1;
  if (a < b) return 1;
  return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
}

/** Formats like C's %f. */
function sixDecimals(value: number | bigint): string {
  const number = Number(value);
  if (Number.isNaN(number)) return "nan";
  if (!Number.isFinite(number)) return number > 0 ? "inf" : "-inf";
  // From here on JavaScript would use an exponent.
  return Math.abs(number) < 1e21 ? number.toFixed(6) : `${BigInt(number)}.000000`;
}
