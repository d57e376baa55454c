import { readFile } from "node:fs/promises";
import type { InputTensor, WireDatatype } from "../../engine/types.ts";

/** Data types by their number in onnx.proto, with the bytes per element; 0: strings. */
const TYPES: Readonly<Record<number, readonly [WireDatatype, number]>> = {
  1: ["FP32", 4],
  2: ["UINT8", 1],
  3: ["INT8", 1],
  4: ["UINT16", 2],
  5: ["INT16", 2],
  6: ["INT32", 4],
  7: ["INT64", 8],
  8: ["BYTES", 0],
  9: ["BOOL", 1],
  10: ["FP16", 2],
  11: ["FP64", 8],
  12: ["UINT32", 4],
  13: ["UINT64", 8],
  16: ["BF16", 2],
};

interface Field {
  readonly number: number;
  readonly value: bigint;
  readonly bytes: Buffer;
}

/** The fields of a protobuf message in order. */
function* readFields(message: Buffer): Generator<Field> {
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message.readUInt8(at++);
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const take = (length: number) => message.subarray(at, (at += length));
  while (at < message.length) {
    const tag = Number(varint());
    const number = tag >> 3;
    const none = Buffer.alloc(0);
    if ((tag & 7) === 0) yield { number, value: varint(), bytes: none };
    else if ((tag & 7) === 1) yield { number, value: 0n, bytes: take(8) };
    else if ((tag & 7) === 5) yield { number, value: 0n, bytes: take(4) };
    else yield { number, value: 0n, bytes: take(Number(varint())) };
  }
}

function varints(packed: Buffer): bigint[] {
  // A packed list can be read as varints with a tag before each.
  const numbers: bigint[] = [];
  let value = 0n;
  let shift = 0n;
  for (const byte of packed) {
    value |= BigInt(byte & 127) << shift;
    shift += 7n;
    if (byte >= 128) continue;
    numbers.push(value);
    value = 0n;
    shift = 0n;
  }
  return numbers;
}

/**
 * A TensorProto of the ONNX test data as a request's input; undefined for other content, such as a sequence or a type
 * without a protocol name.
 */
export async function readTensorFile(file: string): Promise<InputTensor | undefined> {
  const dims: number[] = [];
  const listed: bigint[] = [];
  const strings: Buffer[] = [];
  const packed: Buffer[] = [];
  let raw: Buffer | undefined;
  let type = 0;
  let name = "";
  for (const { number, value, bytes } of readFields(await readFile(file))) {
    const numbers = () => (bytes.length > 0 ? varints(bytes) : [value]);
    if (number === 1) dims.push(...numbers().map(Number));
    else if (number === 2) type = Number(value);
    else if (number === 4 || number === 10) packed.push(bytes);
    else if (number === 5 || number === 7 || number === 11) listed.push(...numbers());
    else if (number === 6) strings.push(bytes);
    else if (number === 8) name = bytes.toString();
    else if (number === 9) raw = bytes;
  }
  const known = TYPES[type];
  if (known === undefined) return undefined;
  const [datatype, size] = known;
  const data = raw ?? (size === 0 ? lengthPrefixed(strings) : written(listed, packed, size));
  const elements = dims.reduce((product, dim) => product * dim, 1);
  if (size > 0 && data.length !== elements * size) return undefined;
  return { name, datatype, shape: dims, segments: [data], byteLength: data.length };
}

function lengthPrefixed(strings: readonly Buffer[]): Buffer {
  return Buffer.concat(
    strings.flatMap((text) => {
      const length = Buffer.alloc(4);
      length.writeUInt32LE(text.length);
      return [length, text];
    }),
  );
}

/** Integers of `size` bytes, or the packed floats as they are. */
function written(listed: readonly bigint[], packed: readonly Buffer[], size: number): Buffer {
  if (listed.length === 0) return Buffer.concat(packed);
  const data = Buffer.alloc(listed.length * size);
  listed.forEach((value, index) => {
    let rest = BigInt.asUintN(64, value);
    for (let byte = 0; byte < size; byte += 1, rest >>= 8n) {
      data[index * size + byte] = Number(rest & 255n);
    }
  });
  return data;
}
