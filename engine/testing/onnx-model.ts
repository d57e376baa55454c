/** Writes small ONNX models for tests: hand-written protobuf with onnx.proto's field numbers. */

const ELEMENT_TYPES = {
  FP32: 1,
  UINT8: 2,
  INT32: 6,
  INT64: 7,
  BYTES: 8,
  BOOL: 9,
  FP16: 10,
  FP64: 11,
  BF16: 16,
} as const;

interface OnnxTensor {
  name: string;
  type: keyof typeof ELEMENT_TYPES;
  /** A string names a dynamic dimension. */
  shape: readonly (number | string)[];
}

interface OnnxNode {
  op: string;
  inputs: readonly string[];
  outputs: readonly string[];
  /** Integer attributes. */
  attributes?: Readonly<Record<string, number>>;
}

export interface OnnxGraph {
  inputs: readonly OnnxTensor[];
  outputs: readonly OnnxTensor[];
  nodes: readonly OnnxNode[];
  initializers?: readonly OnnxInitializer[];
  /** Default 8. */
  irVersion?: number;
}

interface OnnxInitializer {
  name: string;
  shape: readonly number[];
  /** FP32 or UINT8; external tensors have no data here. */
  values?: Float32Array | Uint8Array;
  /** Entries that locate external data, such as `location`. */
  external?: readonly (readonly [key: string, value: string])[];
}

function varint(value: number): number[] {
  const bytes: number[] = [];
  while (value > 127) {
    bytes.push((value % 128) | 128);
    value = Math.floor(value / 128);
  }
  return [...bytes, value];
}

export const integer = (field: number, value: number): Buffer =>
  Buffer.from([...varint(field * 8), ...varint(value)]);

export function bytes(field: number, content: Uint8Array | string): Buffer {
  const body = Buffer.from(content as string);
  return Buffer.concat([Buffer.from([...varint(field * 8 + 2), ...varint(body.length)]), body]);
}

export const message = (field: number, ...parts: Uint8Array[]): Buffer =>
  bytes(field, Buffer.concat(parts));

function valueInfo(field: number, tensor: OnnxTensor): Buffer {
  const dims = tensor.shape.map((dim) =>
    message(1, typeof dim === "number" ? integer(1, dim) : bytes(2, dim)),
  );
  const type = message(1, integer(1, ELEMENT_TYPES[tensor.type]), message(2, ...dims));
  return message(field, bytes(1, tensor.name), message(2, type));
}

function node({ op, inputs, outputs, attributes = {} }: OnnxNode): Buffer {
  const ATTRIBUTE_INT = 2;
  return message(
    1,
    ...inputs.map((name) => bytes(1, name)),
    ...outputs.map((name) => bytes(2, name)),
    bytes(4, op),
    ...Object.entries(attributes).map(([name, value]) =>
      message(5, bytes(1, name), integer(3, value), integer(20, ATTRIBUTE_INT)),
    ),
  );
}

/** Multiplies x [batch, 2] by `factor` into y. */
export function scaleModel(factor: number): Uint8Array {
  return onnxModel({
    inputs: [{ name: "x", type: "FP32", shape: ["batch", 2] }],
    outputs: [{ name: "y", type: "FP32", shape: ["batch", 2] }],
    nodes: [{ op: "Mul", inputs: ["x", "factor"], outputs: ["y"] }],
    initializers: [{ name: "factor", shape: [1], values: new Float32Array([factor]) }],
  });
}

/** Adds INPUT0 and INPUT1, INT32 [batch, 16], to OUTPUT0; OUTPUT1 is their difference. */
export function addSubModel(): Uint8Array {
  const tensor = (name: string): OnnxTensor => ({ name, type: "INT32", shape: ["batch", 16] });
  const inputs = ["INPUT0", "INPUT1"];
  const outputs = ["OUTPUT0", "OUTPUT1"];
  return onnxModel({
    inputs: inputs.map(tensor),
    outputs: outputs.map(tensor),
    nodes: [
      { op: "Add", inputs, outputs: outputs.slice(0, 1) },
      { op: "Sub", inputs, outputs: outputs.slice(1) },
    ],
  });
}

/** The means of the channels of images data_0, FP32 [batch, 3, 224, 224], as fc6_1 [batch, 3, 1, 1]. */
export function channelMeansModel(batch: number | "batch"): Uint8Array {
  const outputs = ["fc6_1"];
  return onnxModel({
    inputs: [{ name: "data_0", type: "FP32", shape: [batch, 3, 224, 224] }],
    outputs: [{ name: "fc6_1", type: "FP32", shape: [batch, 3, 1, 1] }],
    nodes: [{ op: "GlobalAveragePool", inputs: ["data_0"], outputs }],
  });
}

/** A TensorProto. */
function initializer({ name, shape, values, external = [] }: OnnxInitializer): Buffer {
  const EXTERNAL = 1;
  return Buffer.concat([
    ...shape.map((dim) => integer(1, dim)),
    integer(2, values instanceof Uint8Array ? ELEMENT_TYPES.UINT8 : ELEMENT_TYPES.FP32),
    bytes(8, name),
    ...(values === undefined
      ? []
      : [bytes(9, new Uint8Array(values.buffer, values.byteOffset, values.byteLength))]),
    ...external.map(([key, value]) => message(13, bytes(1, key), bytes(2, value))),
    ...(external.length > 0 ? [integer(14, EXTERNAL)] : []),
  ]);
}

/** The bytes of an ONNX file, opset 17. */
export function onnxModel(graph: OnnxGraph): Uint8Array {
  const initializers = (graph.initializers ?? []).map((tensor) => message(5, initializer(tensor)));
  const body = message(
    7,
    ...graph.nodes.map(node),
    bytes(2, "graph"),
    ...initializers,
    ...graph.inputs.map((tensor) => valueInfo(11, tensor)),
    ...graph.outputs.map((tensor) => valueInfo(12, tensor)),
  );
  return Buffer.concat([
    integer(1, graph.irVersion ?? 8),
    body,
    message(8, bytes(1, ""), integer(2, 17)),
  ]);
}
