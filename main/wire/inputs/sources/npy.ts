import { encodeTexts, type FixedDatatype, KINDS } from "../elements.ts";
import { elementsIn } from "../tensor.ts";
import { invalid } from "./invalid.ts";

/** An array in C order: its elements' bytes, little endian, or its texts. */
export interface NpyArray {
  readonly shape: readonly number[];
  /** NumPy's name of the type, for messages. */
  readonly type: string;
  readonly elements: FixedElements | TextElements;
}
interface FixedElements {
  readonly datatype: FixedDatatype;
  readonly data: Uint8Array;
}
interface TextElements {
  readonly datatype: "BYTES";
  readonly texts: readonly Uint8Array[];
}

const MAGIC = "\x93NUMPY";
const MAX_HEADER_BYTES = 65_536;
const MAX_TEXTS = 16 * 1024 * 1024;

/** By kind and size; bfloat16 is saved as V2. */
const DATATYPES: Readonly<Record<string, FixedDatatype>> = {
  b1: "BOOL",
  i1: "INT8",
  i2: "INT16",
  i4: "INT32",
  i8: "INT64",
  u1: "UINT8",
  u2: "UINT16",
  u4: "UINT32",
  u8: "UINT64",
  f2: "FP16",
  f4: "FP32",
  f8: "FP64",
  V2: "BF16",
};

/**
 * Parses a .npy file, versions 1 to 3 (NumPy's numpy/lib/format.py). INVALID_ARGUMENT, beginning with `place`, for
 * other files, for Python objects, structured and complex arrays, and for arrays without elements.
 */
export function parseNpy(bytes: Buffer, place: string): NpyArray {
  const { header, body } = split(bytes, place);
  const type = /'descr'\s*:\s*'([^']*)'/.exec(header)?.[1];
  const order = /'fortran_order'\s*:\s*(True|False)/.exec(header)?.[1];
  const dims = /'shape'\s*:\s*\(([\d,\sL]*)\)/.exec(header)?.[1];
  if (type === undefined || order === undefined || dims === undefined) {
    throw invalid(
      place,
      "it is no simple NumPy array: 'descr', 'fortran_order' or 'shape' is not plain.",
    );
  }
  const shape = (dims.match(/\d+/g) ?? []).map(Number);
  const { swapped, kind, size } = parseType(type, place);
  const count = elementsIn(shape);
  if (count === 0) throw invalid(place, `its shape (${shape.join(", ")}) has no elements.`);
  if (count * size !== body.length) {
    throw invalid(
      place,
      `its shape (${shape.join(", ")}) of ${type} takes ${count * size} bytes, and it holds ${body.length}.`,
    );
  }
  const inOrder = order === "True" ? fromFortran(body, shape, size) : body;
  if (kind === "S" || kind === "U") {
    if (count > MAX_TEXTS) throw invalid(place, `it holds ${count} texts, more than ${MAX_TEXTS}.`);
    const texts = readTexts(inOrder, { count, size, kind, swapped }, place);
    return { shape, type, elements: { datatype: "BYTES", texts } };
  }
  const datatype = DATATYPES[`${kind}${size}`];
  if (!datatype) throw invalid(place, `its type ${type} is not supported by models.`);
  const data = swapped && size > 1 ? swap(inOrder, size) : inOrder;
  return { shape, type, elements: { datatype, data } };
}

/** The tensor bytes of elements `from` up to `to`. */
export function elementBytes({ elements }: NpyArray, from: number, to: number): Uint8Array {
  if (elements.datatype === "BYTES") return encodeTexts(elements.texts.slice(from, to));
  const { bytes } = KINDS[elements.datatype];
  return elements.data.subarray(from * bytes, to * bytes);
}

function split(bytes: Buffer, place: string): { header: string; body: Buffer } {
  if (bytes.length < 10 || bytes.toString("latin1", 0, 6) !== MAGIC) {
    throw invalid(place, "it is no .npy file.");
  }
  const version = bytes[6] as number;
  if (version < 1 || version > 3) {
    throw invalid(place, `its format version is ${version}; 1, 2 and 3 can be read.`);
  }
  const start = version === 1 ? 10 : 12;
  if (bytes.length < start) throw invalid(place, "it ends within its header.");
  const length = version === 1 ? bytes.readUInt16LE(8) : bytes.readUInt32LE(8);
  const end = start + length;
  if (length > MAX_HEADER_BYTES || end > bytes.length) {
    throw invalid(
      place,
      `its header of ${length} bytes is longer than the file or ${MAX_HEADER_BYTES}.`,
    );
  }
  return { header: bytes.toString("utf8", start, end), body: bytes.subarray(end) };
}

function parseType(type: string, place: string): { swapped: boolean; kind: string; size: number } {
  if (type.includes("O")) {
    throw invalid(place, "it holds Python objects; save texts with dtype 'S' or 'U' instead.");
  }
  const parts = /^([<>|=]?)([a-zA-Z])(\d+)$/.exec(type);
  if (!parts) throw invalid(place, `its type ${type} is not supported by models.`);
  const [, order, kind, digits] = parts as unknown as [string, string, string, string];
  return { swapped: order === ">", kind, size: Number(digits) * (kind === "U" ? 4 : 1) };
}

/** Converts column-major to row-major. */
function fromFortran(body: Buffer, shape: readonly number[], size: number): Buffer {
  const ordered = Buffer.allocUnsafe(body.length);
  const strides = shape.map((_, axis) => size * elementsIn(shape.slice(0, axis)));
  const index = shape.map(() => 0);
  let from = 0;
  for (let to = 0; to < body.length; to += size) {
    body.copy(ordered, to, from, from + size);
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      const at = (index[axis] as number) + 1;
      from += strides[axis] as number;
      index[axis] = at;
      if (at < (shape[axis] as number)) break;
      from -= at * (strides[axis] as number);
      index[axis] = 0;
    }
    if (size === 0) break;
  }
  return ordered;
}

function swap(data: Buffer, size: number): Buffer {
  const copy = Buffer.from(data);
  if (size === 2) return copy.swap16();
  return size === 4 ? copy.swap32() : copy.swap64();
}

interface TextLayout {
  readonly count: number;
  readonly size: number;
  readonly kind: string;
  readonly swapped: boolean;
}

/** Without trailing zeros. */
function readTexts(data: Buffer, layout: TextLayout, place: string): Uint8Array[] {
  const { count, size, kind, swapped } = layout;
  return Array.from({ length: count }, (_, i) => {
    const text = data.subarray(i * size, (i + 1) * size);
    return kind === "S" ? withoutZeros(text) : fromUtf32(text, swapped, place);
  });
}

function withoutZeros(text: Buffer): Buffer {
  let end = text.length;
  while (end > 0 && text[end - 1] === 0) end -= 1;
  return text.subarray(0, end);
}

function fromUtf32(text: Buffer, swapped: boolean, place: string): Buffer {
  const points: number[] = [];
  for (let at = 0; at < text.length; at += 4) {
    points.push(swapped ? text.readUInt32BE(at) : text.readUInt32LE(at));
  }
  while (points.at(-1) === 0) points.pop();
  const wrong = points.find((point) => point > 0x10ffff);
  if (wrong !== undefined) throw invalid(place, `a text holds ${wrong}, which is no character.`);
  return Buffer.from(points.map((point) => String.fromCodePoint(point)).join(""), "utf8");
}
