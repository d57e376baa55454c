import { decodeStrings } from "../requests/bytes-elements.ts";
import { elementCount } from "../requests/datatypes.ts";
import type { TracedTensor } from "../types.ts";

/** Values of larger tensors are left out. */
const MAX_BYTES = 1 << 20;

/** A tensor's elements, separated by commas; "" for one that is too large or doesn't match its shape. */
export function tensorText({ name, datatype, shape, segments }: TracedTensor): string {
  const length = segments.reduce((sum, { byteLength }) => sum + byteLength, 0);
  if (length > MAX_BYTES) return "";
  const data = Buffer.concat(segments);
  if (datatype === "BYTES") return strings(name, data, elementCount(shape));
  const read = READERS[datatype];
  if (read === undefined) return "";
  const [bytes, element] = read;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const count = Math.floor(data.byteLength / bytes);
  return Array.from({ length: count }, (_, i) => String(element(view, i * bytes))).join(",");
}

type Reader = readonly [bytes: number, element: (view: DataView, at: number) => number | bigint];

const READERS: Readonly<Record<string, Reader>> = {
  BOOL: [1, (view, at) => view.getUint8(at)],
  UINT8: [1, (view, at) => view.getUint8(at)],
  UINT16: [2, (view, at) => view.getUint16(at, true)],
  UINT32: [4, (view, at) => view.getUint32(at, true)],
  UINT64: [8, (view, at) => view.getBigUint64(at, true)],
  INT8: [1, (view, at) => view.getInt8(at)],
  INT16: [2, (view, at) => view.getInt16(at, true)],
  INT32: [4, (view, at) => view.getInt32(at, true)],
  INT64: [8, (view, at) => view.getBigInt64(at, true)],
  FP16: [2, (view, at) => half(view.getUint16(at, true))],
  BF16: [2, (view, at) => brain(view.getUint16(at, true))],
  FP32: [4, (view, at) => view.getFloat32(at, true)],
  FP64: [8, (view, at) => view.getFloat64(at, true)],
};

function half(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

function brain(bits: number): number {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, bits * 0x10000);
  return view.getFloat32(0);
}

function strings(name: string, data: Uint8Array, elements: number): string {
  try {
    return decodeStrings(data, elements, name)
      .map((text) => JSON.stringify(text))
      .join(",");
  } catch {
    return "";
  }
}
