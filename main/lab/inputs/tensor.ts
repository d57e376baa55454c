import type { WireDatatype } from "../../../engine/types.ts";
import { normal, type Random } from "./random.ts";

/** One input as it will be sent: the shape is complete, with the batch dimension where the model batches. */
export interface InputSpec {
  readonly name: string;
  readonly datatype: WireDatatype;
  readonly shape: readonly number[];
}

/** Integers of 16 bits and more stay below this, so that they are token ids in any usual vocabulary. */
const INTEGERS_BELOW = 1000;
const TEXT_BYTES = { least: 8, most: 24 };

interface Kind {
  readonly bytes: number;
  readonly write: (view: DataView, at: number, random: Random) => void;
}

const below = (random: Random, limit: number) => Math.floor(random() * limit);

/** Floating point is standard normal, BOOL a fair coin, 8-bit integers from 0 up to 127 or 255. */
const KINDS: Readonly<Record<Exclude<WireDatatype, "BYTES">, Kind>> = {
  BOOL: { bytes: 1, write: (view, at, random) => view.setUint8(at, below(random, 2)) },
  UINT8: { bytes: 1, write: (view, at, random) => view.setUint8(at, below(random, 256)) },
  INT8: { bytes: 1, write: (view, at, random) => view.setInt8(at, below(random, 128)) },
  UINT16: { bytes: 2, write: writeInt16 },
  INT16: { bytes: 2, write: writeInt16 },
  UINT32: { bytes: 4, write: writeInt32 },
  INT32: { bytes: 4, write: writeInt32 },
  UINT64: { bytes: 8, write: writeInt32 },
  INT64: { bytes: 8, write: writeInt32 },
  FP16: { bytes: 2, write: (view, at, random) => view.setFloat16(at, normal(random), true) },
  BF16: { bytes: 2, write: writeBfloat16 },
  FP32: { bytes: 4, write: (view, at, random) => view.setFloat32(at, normal(random), true) },
  FP64: { bytes: 8, write: (view, at, random) => view.setFloat64(at, normal(random), true) },
};

function writeInt16(view: DataView, at: number, random: Random): void {
  view.setUint16(at, below(random, INTEGERS_BELOW), true);
}

/** Also the low half of 64 bits, whose high half stays 0. */
function writeInt32(view: DataView, at: number, random: Random): void {
  view.setUint32(at, below(random, INTEGERS_BELOW), true);
}

/** bfloat16 is the upper half of a float32. */
function writeBfloat16(view: DataView, at: number, random: Random): void {
  const scratch = new DataView(new ArrayBuffer(4));
  scratch.setFloat32(0, normal(random));
  view.setUint16(at, scratch.getUint16(0), true);
}

export function isGeneratable(datatype: string): datatype is WireDatatype {
  return datatype === "BYTES" || Object.hasOwn(KINDS, datatype);
}

export function elementsIn(shape: readonly number[]): number {
  return shape.reduce((product, dim) => product * dim, 1);
}

/** The most bytes one such tensor takes on the wire. */
export function tensorBytes({ datatype, shape }: InputSpec): number {
  const each = datatype === "BYTES" ? 4 + TEXT_BYTES.most : KINDS[datatype].bytes;
  return elementsIn(shape) * each;
}

/** Random content of the tensor, little endian, BYTES elements each behind their u32 length. */
export function generateTensor(spec: InputSpec, random: Random): Uint8Array {
  const count = elementsIn(spec.shape);
  if (spec.datatype === "BYTES") return generateTexts(count, random);
  const { bytes, write } = KINDS[spec.datatype];
  const data = new Uint8Array(count * bytes);
  const view = new DataView(data.buffer);
  for (let i = 0; i < count; i++) write(view, i * bytes, random);
  return data;
}

/** Lower-case words. */
function generateTexts(count: number, random: Random): Uint8Array {
  const data = Buffer.alloc(count * (4 + TEXT_BYTES.most));
  let at = 0;
  for (let i = 0; i < count; i++) {
    const length = TEXT_BYTES.least + below(random, TEXT_BYTES.most - TEXT_BYTES.least + 1);
    at = data.writeUInt32LE(length, at);
    for (let letter = 0; letter < length; letter++)
      at = data.writeUInt8(97 + below(random, 26), at);
  }
  return data.subarray(0, at);
}
