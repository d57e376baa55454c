import { Tensor, type InferenceSession } from "onnxruntime-node";
import type { DataType, ModelFileTensor } from "../../config/types.ts";
import { decodeStrings, encodeStrings } from "../../requests/bytes-elements.ts";
import { elementCount } from "../../requests/datatypes.ts";
import type { WireDatatype } from "../../types.ts";
import type { BatchOutputTensor, BatchTensor } from "../backend.ts";

type View = (buffer: ArrayBuffer, offset: number, bytes: number) => Tensor["data"];

interface ElementType {
  readonly ort: Tensor.Type;
  readonly wire: WireDatatype;
  /** The bytes as the runtime's array type; strings have none. */
  readonly view?: View;
}

const ELEMENT_TYPES: readonly ElementType[] = [
  { ort: "bool", wire: "BOOL", view: (b, o, n) => new Uint8Array(b, o, n) },
  { ort: "uint8", wire: "UINT8", view: (b, o, n) => new Uint8Array(b, o, n) },
  { ort: "int8", wire: "INT8", view: (b, o, n) => new Int8Array(b, o, n) },
  { ort: "uint16", wire: "UINT16", view: (b, o, n) => new Uint16Array(b, o, n / 2) },
  { ort: "int16", wire: "INT16", view: (b, o, n) => new Int16Array(b, o, n / 2) },
  { ort: "float16", wire: "FP16", view: (b, o, n) => new Uint16Array(b, o, n / 2) },
  { ort: "uint32", wire: "UINT32", view: (b, o, n) => new Uint32Array(b, o, n / 4) },
  { ort: "int32", wire: "INT32", view: (b, o, n) => new Int32Array(b, o, n / 4) },
  { ort: "float32", wire: "FP32", view: (b, o, n) => new Float32Array(b, o, n / 4) },
  { ort: "uint64", wire: "UINT64", view: (b, o, n) => new BigUint64Array(b, o, n / 8) },
  { ort: "int64", wire: "INT64", view: (b, o, n) => new BigInt64Array(b, o, n / 8) },
  { ort: "float64", wire: "FP64", view: (b, o, n) => new Float64Array(b, o, n / 8) },
  { ort: "string", wire: "BYTES" },
];

const byWire = new Map(ELEMENT_TYPES.map((type) => [type.wire, type]));
const byOrt = new Map(ELEMENT_TYPES.map((type) => [type.ort, type]));

/** A range of a batch's buffer as a runtime tensor, without a copy (strings are decoded). */
export function toOrtTensor(buffer: ArrayBuffer, tensor: BatchTensor): Tensor {
  const { name, datatype, shape, offset, byteLength } = tensor;
  const type = byWire.get(datatype);
  if (type === undefined)
    throw new Error(
      `input '${name}' has datatype ${datatype}, which ONNX Runtime's Node binding doesn't support`,
    );
  const data =
    type.view?.(buffer, offset, byteLength) ??
    decodeStrings(new Uint8Array(buffer, offset, byteLength), elementCount(shape), name);
  return new Tensor(type.ort, data as never, shape);
}

export function fromOrtTensor(name: string, tensor: Tensor): BatchOutputTensor {
  const type = byOrt.get(tensor.type);
  if (type === undefined)
    throw new Error(`output '${name}' has type ${tensor.type}, which the protocol does not know`);
  const { data } = tensor;
  const bytes = Array.isArray(data)
    ? encodeStrings(data)
    : new Uint8Array(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength);
  return { name, datatype: type.wire, shape: tensor.dims, data: bytes };
}

/** BF16 to FP32: BF16 is the upper half of the number. */
export function bf16ToOrt(
  buffer: ArrayBuffer,
  { shape, offset, byteLength }: Pick<BatchTensor, "shape" | "offset" | "byteLength">,
): Tensor {
  const halves = new Uint16Array(buffer, offset, byteLength / 2);
  const words = new Uint32Array(halves.length);
  for (let i = 0; i < halves.length; i++) words[i] = (halves[i] as number) << 16;
  return new Tensor("float32", new Float32Array(words.buffer), shape);
}

/** FP32 that was cast from BF16 back to BF16: the lower halves are 0. */
export function bf16FromOrt(name: string, { data, dims }: Tensor): BatchOutputTensor {
  const numbers = data as Float32Array;
  const words = new Uint32Array(numbers.buffer, numbers.byteOffset, numbers.length);
  const halves = new Uint16Array(words.length);
  for (let i = 0; i < words.length; i++) halves[i] = (words[i] as number) >>> 16;
  return { name, datatype: "BF16", shape: dims, data: new Uint8Array(halves.buffer) };
}

/**
 * Converts a session's input or output to the configuration's form; dynamic dimensions become −1.
 */
export function fileTensor(metadata: InferenceSession.ValueMetadata): ModelFileTensor {
  if (!metadata.isTensor) throw new Error(`'${metadata.name}' is not a tensor`);
  const type = byOrt.get(metadata.type);
  if (type === undefined)
    throw new Error(
      `'${metadata.name}' has type ${metadata.type}, which the protocol does not know`,
    );
  const data_type = (type.wire === "BYTES" ? "TYPE_STRING" : `TYPE_${type.wire}`) as DataType;
  const shape = metadata.shape.map((dim) => (typeof dim === "number" ? dim : -1));
  return { name: metadata.name, data_type, shape };
}
