import { StatusError } from "../../../base/status-error.ts";
import type { WireDatatype } from "../../../engine/types.ts";

/** An element in files and JSON responses. */
export type ElementValue = number | bigint | boolean | string;
export type FixedDatatype = Exclude<WireDatatype, "BYTES">;

/** How elements of a datatype are stored in a tensor, little endian. */
export interface ElementKind {
  readonly bytes: number;
  readonly whole: boolean;
  /** Bounds of exact integers; for floating point, of finite values. */
  readonly least: number | bigint;
  readonly most: number | bigint;
  /** Whole numbers must be safe integers within the bounds. */
  readonly write: (view: DataView, at: number, value: number) => void;
  readonly read: (view: DataView, at: number) => number | bigint;
}

const whole = (
  bits: number,
  signed: boolean,
  write: ElementKind["write"],
  read: ElementKind["read"],
): ElementKind => ({
  bytes: bits / 8,
  whole: true,
  least: signed ? -(2n ** BigInt(bits - 1)) : 0n,
  most: 2n ** BigInt(signed ? bits - 1 : bits) - 1n,
  write,
  read,
});

const floating = (
  bytes: number,
  most: number,
  write: ElementKind["write"],
  read: ElementKind["read"],
): ElementKind => ({ bytes, whole: false, least: -most, most, write, read });

/** Both halves of a safe integer; half the cost of a bigint. */
function writeWide(view: DataView, at: number, value: number): void {
  const high = Math.floor(value / 2 ** 32);
  view.setUint32(at, value - high * 2 ** 32, true);
  view.setInt32(at + 4, high, true);
}

const scratch = new DataView(new ArrayBuffer(4));

/** bfloat16 is the upper half of a float32, rounded to the nearest, ties to even. */
function writeBfloat16(view: DataView, at: number, value: number): void {
  scratch.setFloat32(0, value);
  const bits = scratch.getUint32(0);
  const rounded = Number.isNaN(value) ? 0x7fc0 : (bits + 0x7fff + ((bits >>> 16) & 1)) >>> 16;
  view.setUint16(at, rounded, true);
}

function readBfloat16(view: DataView, at: number): number {
  scratch.setUint32(0, view.getUint16(at, true) * 2 ** 16);
  return scratch.getFloat32(0);
}

const byte = [
  (view: DataView, at: number, value: number) => view.setUint8(at, value),
  (view: DataView, at: number) => view.getUint8(at),
] as const;

export const KINDS: Readonly<Record<FixedDatatype, ElementKind>> = {
  BOOL: { ...whole(8, false, ...byte), most: 1n },
  UINT8: whole(8, false, ...byte),
  INT8: whole(
    8,
    true,
    (view, at, value) => view.setInt8(at, value),
    (view, at) => view.getInt8(at),
  ),
  UINT16: whole(
    16,
    false,
    (view, at, value) => view.setUint16(at, value, true),
    (view, at) => view.getUint16(at, true),
  ),
  INT16: whole(
    16,
    true,
    (view, at, value) => view.setInt16(at, value, true),
    (view, at) => view.getInt16(at, true),
  ),
  UINT32: whole(
    32,
    false,
    (view, at, value) => view.setUint32(at, value, true),
    (view, at) => view.getUint32(at, true),
  ),
  INT32: whole(
    32,
    true,
    (view, at, value) => view.setInt32(at, value, true),
    (view, at) => view.getInt32(at, true),
  ),
  UINT64: whole(64, false, writeWide, (view, at) => view.getBigUint64(at, true)),
  INT64: whole(64, true, writeWide, (view, at) => view.getBigInt64(at, true)),
  FP16: floating(
    2,
    65_504,
    (view, at, value) => view.setFloat16(at, value, true),
    (view, at) => view.getFloat16(at, true),
  ),
  BF16: floating(2, 3.3895313892515355e38, writeBfloat16, readBfloat16),
  FP32: floating(
    4,
    3.4028234663852886e38,
    (view, at, value) => view.setFloat32(at, value, true),
    (view, at) => view.getFloat32(at, true),
  ),
  FP64: floating(
    8,
    Number.MAX_VALUE,
    (view, at, value) => view.setFloat64(at, value, true),
    (view, at) => view.getFloat64(at, true),
  ),
};

export function isWireDatatype(datatype: string): datatype is WireDatatype {
  return datatype === "BYTES" || Object.hasOwn(KINDS, datatype);
}

/**
 * Encodes elements. Whole numbers too large for a number are bigints. INVALID_ARGUMENT for a value that doesn't fit the
 * datatype; `where` begins the message.
 */
export function encodeElements(
  datatype: WireDatatype,
  values: readonly ElementValue[],
  where: string,
): Uint8Array {
  if (datatype === "BYTES") {
    return encodeTexts(
      values.map((value, i) => {
        if (typeof value === "string") return Buffer.from(value, "utf8");
        throw misfit(where, i, value, "a text, as BYTES need");
      }),
    );
  }
  const kind = KINDS[datatype];
  const data = new Uint8Array(values.length * kind.bytes);
  const view = new DataView(data.buffer);
  values.forEach((value, i) => {
    if (!writeElement(datatype, view, i * kind.bytes, value)) {
      throw misfit(where, i, value, fitting(datatype));
    }
  });
  return data;
}

/** Each element after its u32 length. */
export function encodeTexts(texts: readonly Uint8Array[]): Uint8Array {
  const data = Buffer.alloc(texts.reduce((sum, { byteLength }) => sum + 4 + byteLength, 0));
  let at = 0;
  for (const text of texts) {
    at = data.writeUInt32LE(text.byteLength, at);
    data.set(text, at);
    at += text.byteLength;
  }
  return data;
}

/** The elements of a BYTES tensor; null if lengths and bytes don't match. */
export function splitTexts(data: Uint8Array): Uint8Array[] | null {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const texts: Uint8Array[] = [];
  for (let at = 0; at < data.byteLength; ) {
    const from = at + 4;
    if (from > data.byteLength) return null;
    at = from + view.getUint32(at, true);
    if (at > data.byteLength) return null;
    texts.push(data.subarray(from, at));
  }
  return texts;
}

/** False if the value does not fit the datatype. */
function writeElement(
  datatype: FixedDatatype,
  view: DataView,
  at: number,
  value: ElementValue,
): boolean {
  const kind = KINDS[datatype];
  if (typeof value === "boolean") {
    if (datatype !== "BOOL") return false;
    kind.write(view, at, Number(value));
    return true;
  }
  if (typeof value === "string") return false;
  if (typeof value === "number" && !Number.isFinite(value)) {
    if (kind.whole) return false;
    kind.write(view, at, value);
    return true;
  }
  if (value < kind.least || value > kind.most) return false;
  if (!kind.whole) {
    kind.write(view, at, Number(value));
    return true;
  }
  if (typeof value === "number") {
    if (!Number.isSafeInteger(value)) return false;
    kind.write(view, at, value);
    return true;
  }
  if (kind.bytes === 8) view.setBigUint64(at, BigInt.asUintN(64, value), true);
  else kind.write(view, at, Number(value));
  return true;
}

/** Describes what a datatype holds. */
export function fitting(datatype: WireDatatype): string {
  if (datatype === "BYTES") return "a text";
  if (datatype === "BOOL") return "true, false, 1 or 0, as BOOL needs";
  const { whole: integer, least, most } = KINDS[datatype];
  return `a${integer ? " whole" : ""} number from ${least} to ${most}, as ${datatype} needs`;
}

function misfit(where: string, at: number, value: ElementValue, wanted: string): StatusError {
  return new StatusError(
    "INVALID_ARGUMENT",
    `${where}: element ${at} is ${shownValue(value)}, not ${wanted}.`,
  );
}

/** A value in short, for people. */
export function shownValue(value: unknown): string {
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "number") return String(value);
  if (value === undefined) return "missing";
  const text = JSON.stringify(value, (_key, each) =>
    typeof each === "bigint" ? each.toString() : each,
  );
  return text.length <= 60 ? text : `${text.slice(0, 57)}…`;
}
