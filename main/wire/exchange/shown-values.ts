import type { ShownTensor } from "../../contract/index.ts";
import { isWireDatatype, KINDS, splitTexts } from "../index.ts";

export interface Tensor {
  readonly name: string;
  readonly datatype: string;
  readonly shape: readonly number[];
  /** Little endian; each BYTES element after its u32 length. */
  readonly data: Uint8Array;
}

/** The first `most` elements in JSON notation; NaN and the infinities as "NaN", "Infinity", "-Infinity". */
export function elementTexts({ datatype, data }: Tensor, most: number): string[] {
  if (!isWireDatatype(datatype)) return [];
  if (datatype === "BYTES") {
    return (splitTexts(data) ?? []).slice(0, most).map((text) => JSON.stringify(utf8(text)));
  }
  const { bytes, read } = KINDS[datatype];
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const count = Math.min(most, Math.floor(data.byteLength / bytes));
  return Array.from({ length: count }, (_, i) => {
    const value = read(view, i * bytes);
    if (datatype === "BOOL") return String(Number(value) !== 0);
    return typeof value === "bigint" ? String(value) : shortest(datatype, value);
  });
}

export function elementCount({ datatype, data }: Tensor): number {
  if (!isWireDatatype(datatype)) return 0;
  if (datatype === "BYTES") return splitTexts(data)?.length ?? 0;
  return Math.floor(data.byteLength / KINDS[datatype].bytes);
}

export function shownTensor(tensor: Tensor, most: number): ShownTensor {
  const { name, datatype, shape, data } = tensor;
  return {
    name,
    datatype,
    shape: [...shape],
    bytes: data.byteLength,
    elements: elementCount(tensor),
    values: elementTexts(tensor, most),
  };
}

const utf8 = (text: Uint8Array) => Buffer.from(text).toString("utf8");

/** Digits that identify each value of the datatype. */
const DIGITS: Readonly<Record<string, [number, number]>> = {
  FP32: [6, 9],
  FP16: [3, 5],
  BF16: [2, 4],
};

function shortest(datatype: string, value: number): string {
  const digits = DIGITS[datatype];
  if (!digits || !Number.isFinite(value) || Number.isInteger(value)) return numberText(value);
  for (let each = digits[0]; each < digits[1]; each++) {
    const text = numberText(Number(value.toPrecision(each)));
    if (rounded(datatype, Number(text)) === value) return text;
  }
  return numberText(Number(value.toPrecision(digits[1])));
}

const numberText = (value: number) => (Object.is(value, -0) ? "-0.0" : String(value));

const scratch = new DataView(new ArrayBuffer(8));

function rounded(datatype: string, value: number): number {
  const { write, read } = KINDS[datatype as "FP32"];
  write(scratch, 0, value);
  return Number(read(scratch, 0));
}
