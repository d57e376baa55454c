import { inference } from "../../../assets/proto/index.ts";
import type { InferResponse, OutputTensor } from "../../types.ts";
import { responseMessage } from "./infer-messages.ts";

/**
 * Encodes a ModelInferResponse by hand into one buffer, at half the cost of protobufjs and without
 * garbage. Responses with parameters or non-ASCII text still go through protobufjs.
 */
export function encodeInferResponse(response: InferResponse): Uint8Array {
  return encodePlain(response) ?? encodeGeneric(response);
}

/** Encodes with protobufjs: the fallback of `encodeInferResponse`, and its reference in tests. */
export function encodeGeneric(response: InferResponse): Uint8Array {
  return inference.ModelInferResponse.encode(responseMessage(response)).finish();
}

function encodePlain(response: InferResponse): Buffer | undefined {
  const { modelName, modelVersion, id, outputs } = response;
  for (const _ in response.parameters) return undefined;
  let size = textSize(modelName) + textSize(modelVersion) + textSize(id);
  const outputSizes: number[] = [];
  for (const output of outputs) {
    const outputSize = textSize(output.name) + textSize(output.datatype) + shapeSize(output.shape);
    outputSizes.push(outputSize);
    size += 1 + varintSize(outputSize) + outputSize;
    size += 1 + varintSize(output.data.byteLength) + output.data.byteLength;
  }
  const writer = new Writer(size);
  writer.text(1, modelName);
  writer.text(2, modelVersion);
  writer.text(3, id);
  outputs.forEach((output, i) => writer.output(output, outputSizes[i] as number));
  for (const { data } of outputs) writer.raw(data);
  return writer.ascii ? writer.bytes : undefined;
}

/** Field number and the wire type "length-delimited". */
const tag = (field: number) => (field << 3) | 2;

function varintSize(value: number): number {
  let size = 1;
  for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) size += 1;
  return size;
}

/** Encoded size of a string field of one-byte characters; 0 if it is empty, as in proto3. */
function textSize(text: string): number {
  return text === "" ? 0 : 1 + varintSize(text.length) + text.length;
}

function shapeSize(shape: readonly number[]): number {
  const size = dimsSize(shape);
  return size === 0 ? 0 : 1 + varintSize(size) + size;
}

function dimsSize(shape: readonly number[]): number {
  let size = 0;
  for (const dim of shape) size += varintSize(dim);
  return size;
}

class Writer {
  readonly bytes: Buffer;
  ascii = true;
  #at = 0;

  constructor(size: number) {
    this.bytes = Buffer.allocUnsafe(size);
  }

  text(field: number, text: string): void {
    if (text === "") return;
    const { bytes } = this;
    bytes[this.#at++] = tag(field);
    this.#varint(text.length);
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code > 127) this.ascii = false;
      bytes[this.#at++] = code;
    }
  }

  output({ name, datatype, shape }: OutputTensor, size: number): void {
    this.bytes[this.#at++] = tag(5);
    this.#varint(size);
    this.text(1, name);
    this.text(2, datatype);
    if (shape.length === 0) return;
    this.bytes[this.#at++] = tag(3);
    this.#varint(dimsSize(shape));
    for (const dim of shape) this.#varint(dim);
  }

  raw(data: Uint8Array): void {
    this.bytes[this.#at++] = tag(6);
    this.#varint(data.byteLength);
    this.bytes.set(data, this.#at);
    this.#at += data.byteLength;
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
