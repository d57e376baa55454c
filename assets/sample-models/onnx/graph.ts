import { MessageWriter } from "./wire.ts";

/** ONNX's element types by their number in TensorProto.DataType. */
export const FLOAT = 1;
export const INT64 = 7;

/** A name stands for a dimension that is known only when the model runs. */
type Dimension = number | string;

export interface Value {
  readonly name: string;
  readonly type: typeof FLOAT | typeof INT64;
  readonly shape: readonly Dimension[];
}

type Attribute = number | { readonly float: number } | readonly number[];

/**
 * Collects the nodes and weights of one ONNX graph. Each method that adds a node returns the name of its
 * output. Field numbers are those of onnx.proto.
 */
export class GraphBuilder {
  readonly #nodes: MessageWriter[] = [];
  readonly #initializers: MessageWriter[] = [];
  #names = 0;

  node(
    operator: string,
    inputs: readonly string[],
    attributes: Record<string, Attribute> = {},
  ): string {
    return this.#node(operator, inputs, `${operator.toLowerCase()}_${++this.#names}`, attributes);
  }

  /** A node whose output is an output of the graph. */
  output(
    name: string,
    operator: string,
    inputs: readonly string[],
    attributes: Record<string, Attribute> = {},
  ): string {
    return this.#node(operator, inputs, name, attributes);
  }

  floats(name: string, dims: readonly number[], values: Float32Array): string {
    return this.#initializer(name, FLOAT, dims, values);
  }

  ints(name: string, dims: readonly number[], values: readonly number[]): string {
    return this.#initializer(name, INT64, dims, BigInt64Array.from(values, BigInt));
  }

  /** The bytes of an ONNX model file: IR version 8, operator set 17. */
  finish(name: string, inputs: readonly Value[], outputs: readonly Value[]): Uint8Array {
    const graph = new MessageWriter();
    for (const node of this.#nodes) graph.message(1, node);
    graph.text(2, name);
    for (const tensor of this.#initializers) graph.message(5, tensor);
    for (const input of inputs) graph.message(11, valueInfo(input));
    for (const output of outputs) graph.message(12, valueInfo(output));
    return new MessageWriter()
      .int(1, 8)
      .text(2, "batchdeck")
      .message(7, graph)
      .message(8, new MessageWriter().text(1, "").int(2, 17))
      .finish();
  }

  #node(
    operator: string,
    inputs: readonly string[],
    output: string,
    attributes: Record<string, Attribute>,
  ): string {
    const node = new MessageWriter();
    for (const input of inputs) node.text(1, input);
    node.text(2, output).text(3, output).text(4, operator);
    for (const [name, value] of Object.entries(attributes)) node.message(5, attribute(name, value));
    this.#nodes.push(node);
    return output;
  }

  #initializer(
    name: string,
    type: number,
    dims: readonly number[],
    values: Float32Array | BigInt64Array,
  ): string {
    const tensor = new MessageWriter();
    for (const dim of dims) tensor.int(1, dim);
    tensor.int(2, type).text(8, name);
    tensor.bytes(9, new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
    this.#initializers.push(tensor);
    return name;
  }
}

function attribute(name: string, value: Attribute): MessageWriter {
  const message = new MessageWriter().text(1, name);
  if (typeof value === "number") return message.int(3, value).int(20, 2);
  if ("float" in value) return message.float(2, value.float).int(20, 1);
  for (const each of value) message.int(8, each);
  return message.int(20, 7);
}

function valueInfo({ name, type, shape }: Value): MessageWriter {
  const dims = new MessageWriter();
  for (const dim of shape) {
    dims.message(
      1,
      typeof dim === "number" ? new MessageWriter().int(1, dim) : new MessageWriter().text(2, dim),
    );
  }
  const tensor = new MessageWriter().int(1, type).message(2, dims);
  return new MessageWriter().text(1, name).message(2, new MessageWriter().message(1, tensor));
}
