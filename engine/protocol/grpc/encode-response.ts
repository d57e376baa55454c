import type { InferResponse, OutputTensor, ParameterValue } from "../../types.ts";
import type { OutgoingMessage } from "./framing/frame.ts";

/** Tensors of fewer bytes together are copied into the message: cheaper than parts. */
const MIN_PART_BYTES = 8 * 1024;

/** A ModelInferResponse in one buffer. */
export function encodeInferResponse(response: InferResponse): Uint8Array {
  return encodeWhole(response, new Sizes(response));
}

function encodeWhole(response: InferResponse, sizes: Sizes): Uint8Array {
  const writer = new Writer(sizes.head + sizes.data);
  writer.response(response, sizes);
  return writer.bytes;
}

/**
 * A ModelInferResponse, in parts if its tensors are large: they are the response's own memory, which must not change until they are
 * sent (PROTO-84).
 */
export function encodeInferResponseParts(response: InferResponse): OutgoingMessage {
  const sizes = new Sizes(response);
  if (sizes.data < MIN_PART_BYTES) return encodeWhole(response, sizes);
  const writer = new Writer(sizes.head, []);
  writer.response(response, sizes);
  return writer.parts ?? [];
}

/** A ModelStreamInferResponse that holds the response. */
export function encodeStreamResponse(response: InferResponse): Uint8Array {
  const sizes = new Sizes(response);
  const size = sizes.head + sizes.data;
  const writer = new Writer(1 + varintSize(size) + size);
  writer.block(2, size);
  writer.response(response, sizes);
  return writer.bytes;
}

/** Bytes of a response's fields. */
class Sizes {
  /** All but the tensors' data. */
  readonly head: number;
  readonly data: number;
  readonly outputs: number[] = [];
  readonly parameters: ParameterSize[] = [];

  constructor({ modelName, modelVersion, id, parameters, outputs }: InferResponse) {
    let head = textSize(modelName) + textSize(modelVersion) + textSize(id);
    let data = 0;
    for (const key in parameters) {
      const size = parameterSize(key, parameters[key] as ParameterValue);
      this.parameters.push(size);
      head += blockSize(size.entry);
    }
    for (const output of outputs) {
      const size = textSize(output.name) + textSize(output.datatype) + shapeSize(output.shape);
      const { byteLength } = output.data;
      this.outputs.push(size);
      head += blockSize(size) + blockSize(byteLength) - byteLength;
      data += byteLength;
    }
    this.head = head;
    this.data = data;
  }
}

interface ParameterSize {
  readonly entry: number;
  readonly key: number;
  readonly value: number;
}

function parameterSize(key: string, value: ParameterValue): ParameterSize {
  const keyBytes = utf8Size(key);
  const valueBytes = valueSize(value);
  return { entry: blockSize(keyBytes) + blockSize(valueBytes), key: keyBytes, value: valueBytes };
}

function valueSize(value: ParameterValue): number {
  if (typeof value === "boolean") return 2;
  if (typeof value === "string") return blockSize(utf8Size(value));
  if (typeof value === "number" && !Number.isInteger(value)) return 9;
  return 1 + integerSize(value);
}

function integerSize(value: number | bigint): number {
  if (typeof value === "number" && value >= 0 && value <= Number.MAX_SAFE_INTEGER) {
    return varintSize(value);
  }
  let size = 1;
  for (let rest = BigInt.asUintN(64, BigInt(value)); rest >= 128n; rest >>= 7n) size += 1;
  return size;
}

function varintSize(value: number): number {
  let size = 1;
  for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) size += 1;
  return size;
}

/** A length-delimited field with a tag of one byte. */
function blockSize(length: number): number {
  return 1 + varintSize(length) + length;
}

/** 0 if it is empty, as in proto3. */
function textSize(text: string): number {
  return text === "" ? 0 : blockSize(utf8Size(text));
}

function utf8Size(text: string): number {
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) > 127) return Buffer.byteLength(text);
  }
  return text.length;
}

function shapeSize(shape: readonly number[]): number {
  return shape.length === 0 ? 0 : blockSize(dimsSize(shape));
}

function dimsSize(shape: readonly number[]): number {
  let size = 0;
  for (const dim of shape) size += varintSize(dim);
  return size;
}

class Writer {
  readonly bytes: Buffer;
  readonly parts: Uint8Array[] | undefined;
  #at = 0;
  /** End of what is in `parts`. */
  #passed = 0;

  /** With `parts`, `bytes` has the fields without the tensors' data. */
  constructor(size: number, parts?: Uint8Array[]) {
    this.bytes = Buffer.allocUnsafe(size);
    this.parts = parts;
  }

  response(response: InferResponse, sizes: Sizes): void {
    const { modelName, modelVersion, id, parameters, outputs } = response;
    this.#text(1, modelName);
    this.#text(2, modelVersion);
    this.#text(3, id);
    let index = 0;
    for (const key in parameters) {
      this.#parameter(key, parameters[key] as ParameterValue, sizes.parameters[index++]);
    }
    for (let i = 0; i < outputs.length; i++) {
      this.#output(outputs[i] as OutputTensor, sizes.outputs[i] as number);
    }
    for (const { data } of outputs) this.#raw(data);
  }

  /** The tag and length of a length-delimited field. */
  block(field: number, length: number): void {
    this.#tag(field, 2);
    this.#varint(length);
  }

  #text(field: number, text: string): void {
    if (text === "") return;
    this.block(field, utf8Size(text));
    this.#characters(text);
  }

  #characters(text: string): void {
    const { bytes } = this;
    const start = this.#at;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code > 127) {
        this.#at = start + bytes.write(text, start);
        return;
      }
      bytes[this.#at++] = code;
    }
  }

  #parameter(key: string, value: ParameterValue, size: ParameterSize | undefined): void {
    if (size === undefined) return;
    this.block(4, size.entry);
    this.block(1, size.key);
    this.#characters(key);
    this.block(2, size.value);
    if (typeof value === "boolean") {
      this.#tag(1, 0);
      this.bytes[this.#at++] = Number(value);
    } else if (typeof value === "string") {
      this.block(3, utf8Size(value));
      this.#characters(value);
    } else if (typeof value === "number" && !Number.isInteger(value)) {
      this.#tag(4, 1);
      this.#at = this.bytes.writeDoubleLE(value, this.#at);
    } else {
      this.#tag(2, 0);
      this.#integer(value);
    }
  }

  #output({ name, datatype, shape }: OutputTensor, size: number): void {
    this.block(5, size);
    this.#text(1, name);
    this.#text(2, datatype);
    if (shape.length === 0) return;
    this.block(3, dimsSize(shape));
    for (const dim of shape) this.#varint(dim);
  }

  #raw(data: Uint8Array): void {
    this.block(6, data.byteLength);
    if (this.parts === undefined) {
      this.bytes.set(data, this.#at);
      this.#at += data.byteLength;
      return;
    }
    this.parts.push(this.bytes.subarray(this.#passed, this.#at), data);
    this.#passed = this.#at;
  }

  #tag(field: number, type: number): void {
    this.bytes[this.#at++] = (field << 3) | type;
  }

  /** As int64: negative ones in two's complement. */
  #integer(value: number | bigint): void {
    if (typeof value === "number" && value >= 0 && value <= Number.MAX_SAFE_INTEGER) {
      this.#varint(value);
      return;
    }
    let rest = BigInt.asUintN(64, BigInt(value));
    for (; rest >= 128n; rest >>= 7n) this.bytes[this.#at++] = Number(rest & 127n) | 128;
    this.bytes[this.#at++] = Number(rest);
  }

  #varint(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.bytes[this.#at++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    this.bytes[this.#at++] = rest;
  }
}
