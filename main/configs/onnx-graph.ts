import { StatusError } from "../../base/status-error.ts";
import type { FileTensor, OnnxReport } from "../contract/index.ts";
import { type ReadWeight, readTensorInfo, readWeight } from "./onnx-tensors.ts";
import type { Field, Walker } from "../../engine/onnx-file/walk.ts";
import { notOnnx } from "../../engine/onnx-file/window.ts";

/** Number of the largest weights in a report. */
const NAMED_WEIGHTS = 1000;
const MAX_WEIGHTS = 200_000;
const MAX_TENSORS = 10_000;
const MAX_OPERATORS = 10_000;
const MAX_RESHAPES = 10_000;
const MAX_DEPTH = 32;

/** Operators that restrict their inputs. */
const RESTRICTING_OPERATORS = new Set([
  "Add",
  "Cast",
  "Conv",
  "Div",
  "GRU",
  "Gather",
  "Gemm",
  "Identity",
  "LSTM",
  "MatMul",
  "Mul",
  "RNN",
  "Sub",
]);
const MAX_USES = 20_000;

/** What operators require of a graph input. */
export interface InputUse {
  readonly name: string;
  /** By dimension, −1 if unrestricted; null without any restriction. */
  readonly sizes: readonly number[] | null;
  /** Its elements are indices into tables with at least this many rows; null if they aren't indices. */
  readonly below: number | null;
}

interface Use {
  readonly operator: string;
  readonly inputs: readonly string[];
  readonly output: string;
  readonly integers: ReadonlyMap<string, number>;
}

interface ExternalUse {
  tensors: number;
  bytes: number;
  /** Minimum size of the file in bytes. */
  end: number;
}

/** Collects nodes and weights of a model over all its graphs. */
export class GraphFacts {
  readonly #walker: Walker;
  readonly #operators = new Map<string, OnnxReport["operators"][number]>();
  readonly #reshapes: { node: string; shapeName: string }[] = [];
  readonly #shapes = new Map<string, readonly number[]>();
  readonly #initializers = new Set<string>();
  readonly #uses: Use[] = [];
  readonly #weightShapes = new Map<string, readonly number[]>();
  #weights: ReadWeight[] = [];
  readonly external = new Map<string, ExternalUse>();
  readonly parameters = { tensors: 0, elements: 0, bytes: 0 };
  readonly outputs: FileTensor[] = [];
  readonly #allInputs: FileTensor[] = [];
  name = "";
  nodes = 0;
  subgraphs = 0;

  constructor(walker: Walker) {
    this.#walker = walker;
  }

  /** Inputs without an initializer; the others are weights that a caller may override. */
  get inputs(): FileTensor[] {
    return this.#allInputs.filter(({ name }) => !this.#initializers.has(name));
  }

  /** Inputs with an initializer, which is their default. */
  get defaulted(): FileTensor[] {
    return this.#allInputs.filter(({ name }) => this.#initializers.has(name));
  }

  get operators(): OnnxReport["operators"] {
    return [...this.#operators.values()].toSorted((a, b) => b.count - a.count);
  }

  get weights(): OnnxReport["weights"] {
    this.#keepLargest();
    return this.#weights.map(({ name, datatype, shape, bytes, origin, external }) => ({
      name,
      datatype,
      shape,
      bytes,
      origin,
      external,
    }));
  }

  /** Reshapes whose first dimension is fixed: neither copied (0) nor inferred (−1). */
  get fixedReshapes(): OnnxReport["fixedReshapes"] {
    return this.#reshapes.flatMap(({ node, shapeName }) => {
      const shape = this.#shapes.get(shapeName);
      return shape && (shape[0] ?? 0) > 0 ? [{ node, shape: [...shape] }] : [];
    });
  }

  /** Requirements of the outermost graph's operators for its inputs. */
  get inputUses(): InputUse[] {
    return inputUses(this.inputs, this.#uses, this.#weightShapes);
  }

  /** Reads a GraphProto. `depth`: nesting depth. */
  async readGraph(graph: Field, depth = 0): Promise<void> {
    if (depth > MAX_DEPTH) throw notOnnx(`graphs are nested more than ${MAX_DEPTH} deep`);
    const walker = this.#walker;
    const outermost = depth === 0;
    await walker.walk(graph, async (field) => {
      switch (field.number) {
        case 1:
          return this.readNode(field, depth);
        case 2:
          if (outermost) this.name = await walker.text(field);
          return undefined;
        case 5:
          return this.#initializer(field, outermost);
        case 11:
          if (outermost) bounded(this.#allInputs).push(await readTensorInfo(walker, field));
          return undefined;
        case 12:
          if (outermost) bounded(this.outputs).push(await readTensorInfo(walker, field));
          return undefined;
        case 15:
          // A SparseTensorProto: its values are a tensor with the name of the whole.
          return walker.walk(field, (part) =>
            part.number === 1 ? this.#initializer(part, outermost) : undefined,
          );
        default:
          return undefined;
      }
    });
  }

  /** Reads a NodeProto. */
  async readNode(node: Field, depth: number): Promise<void> {
    const walker = this.#walker;
    let name = "";
    let operator = "";
    let domain = "";
    const inputs: string[] = [];
    let output = "";
    const attributes: Field[] = [];
    await walker.walk(node, async (field) => {
      if (field.number === 1 && inputs.length < 2) inputs.push(await walker.text(field));
      if (field.number === 2) output ||= await walker.text(field);
      if (field.number === 3) name = await walker.text(field);
      if (field.number === 4) operator = await walker.text(field);
      if (field.number === 7) domain = await walker.text(field);
      if (field.number === 5 && attributes.length < MAX_TENSORS) attributes.push(field);
    });
    this.#count(domain === "ai.onnx" ? "" : domain, operator);
    const [, shapeName] = inputs;
    if (operator === "Reshape" && shapeName && this.#reshapes.length < MAX_RESHAPES)
      this.#reshapes.push({ node: name || output, shapeName });
    const integers = new Map<string, number>();
    for (const attribute of attributes) {
      const read = await this.#attribute(attribute, output, depth);
      if (read.integer !== null) integers.set(read.name, read.integer);
    }
    if (depth === 0 && RESTRICTING_OPERATORS.has(operator) && this.#uses.length < MAX_USES)
      this.#uses.push({ operator, inputs, output, integers });
  }

  #count(domain: string, name: string): void {
    this.nodes += 1;
    const key = `${domain}\n${name}`;
    const known = this.#operators.get(key);
    if (known) known.count += 1;
    else if (this.#operators.size >= MAX_OPERATORS) throw tooMany("operators", MAX_OPERATORS);
    else this.#operators.set(key, { domain, name, count: 1 });
  }

  /** Reads an AttributeProto, which may hold a tensor, tensors or graphs. */
  async #attribute(
    attribute: Field,
    output: string,
    depth: number,
  ): Promise<{ name: string; integer: number | null }> {
    const walker = this.#walker;
    let name = "";
    let integer: number | null = null;
    const integers: number[] = [];
    await walker.walk(attribute, async (field) => {
      switch (field.number) {
        case 1:
          name = await walker.text(field);
          break;
        case 3:
          integer = field.value;
          break;
        case 5:
        case 10:
          this.#add(await readWeight(walker, field, "constant"), output);
          break;
        case 6:
        case 11:
          this.subgraphs += 1;
          await this.readGraph(field, depth + 1);
          break;
        case 8:
          if (integers.length < 64) integers.push(...(await walker.integers(field, 64)));
          break;
      }
    });
    if (name === "value_ints") this.#shapes.set(output, integers);
    return { name, integer };
  }

  async #initializer(field: Field, outermost: boolean): Promise<void> {
    const weight = await readWeight(this.#walker, field, "initializer");
    this.#add(weight, weight.name);
    if (outermost) this.#initializers.add(weight.name);
  }

  #add(weight: ReadWeight, name: string): void {
    const { elements, bytes, external, externalEnd, values } = weight;
    const { parameters } = this;
    if (parameters.tensors >= MAX_WEIGHTS) throw tooMany("weights", MAX_WEIGHTS);
    parameters.tensors += 1;
    parameters.elements += elements;
    parameters.bytes += bytes;
    if (values) this.#shapes.set(name, values);
    this.#weightShapes.set(name, weight.shape);
    if (external !== null) {
      const use = this.external.get(external) ?? { tensors: 0, bytes: 0, end: 0 };
      use.tensors += 1;
      use.bytes += bytes;
      use.end = Math.max(use.end, externalEnd);
      this.external.set(external, use);
    }
    this.#weights.push({ ...weight, name: weight.name || name });
    if (this.#weights.length > 2 * NAMED_WEIGHTS) this.#keepLargest();
  }

  #keepLargest(): void {
    this.#weights = this.#weights.toSorted((a, b) => b.bytes - a.bytes).slice(0, NAMED_WEIGHTS);
  }
}

function bounded(tensors: FileTensor[]): FileTensor[] {
  if (tensors.length >= MAX_TENSORS) throw tooMany("inputs or outputs", MAX_TENSORS);
  return tensors;
}

function tooMany(what: string, limit: number): StatusError {
  return new StatusError(
    "RESOURCE_EXHAUSTED",
    `The model has more than ${limit.toLocaleString("en")} ${what}, more than are read.`,
  );
}

/** Combines the operators' requirements for an input; contradictions are left open. */
function inputUses(
  inputs: readonly FileTensor[],
  uses: readonly Use[],
  weights: ReadonlyMap<string, readonly number[]>,
): InputUse[] {
  const origin = new Map(inputs.map(({ name }) => [name, name]));
  for (const {
    operator,
    inputs: [from = ""],
    output,
  } of uses) {
    const name = origin.get(from);
    if (name !== undefined && (operator === "Cast" || operator === "Identity"))
      origin.set(output, name);
  }
  const sizes = new Map(inputs.map(({ name, shape }) => [name, (shape ?? []).map(() => -1)]));
  const below = new Map<string, number>();
  const ask = (name: string, axis: number, size: number | undefined) => {
    const own = sizes.get(name) ?? [];
    const at = axis < 0 ? own.length + axis : axis;
    if (size === undefined || size < 1 || own[at] === undefined) return;
    if (own[at] === -1) own[at] = size;
  };
  for (const {
    operator,
    inputs: [first = "", second = ""],
    integers,
  } of uses) {
    const weight = weights.get(second);
    const name = origin.get(first);
    if (operator === "Gather") {
      const index = origin.get(second);
      const rows = weights.get(first)?.[0];
      if (index !== undefined && rows && (integers.get("axis") ?? 0) === 0)
        below.set(index, Math.min(rows, below.get(index) ?? rows));
    }
    if (name === undefined || weight === undefined) continue;
    switch (operator) {
      case "MatMul":
        ask(name, -1, weight.at(-2) ?? weight[0]);
        break;
      case "Gemm":
        if (!integers.get("transA")) ask(name, -1, weight[integers.get("transB") ? 1 : 0]);
        break;
      case "Conv":
        ask(name, 1, (weight[1] ?? 0) * (integers.get("group") ?? 1));
        break;
      case "GRU":
      case "LSTM":
      case "RNN":
        ask(name, -1, weight[2]);
        break;
      case "Add":
      case "Sub":
      case "Mul":
      case "Div":
        weight.forEach((size, axis) => size > 1 && ask(name, axis - weight.length, size));
        break;
    }
  }
  return inputs.flatMap(({ name }) => {
    const own = sizes.get(name) ?? [];
    const asked = own.some((size) => size > 0);
    const rows = below.get(name) ?? null;
    return asked || rows !== null ? [{ name, sizes: asked ? own : null, below: rows }] : [];
  });
}
