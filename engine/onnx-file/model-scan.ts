import { StatusError } from "../../base/status-error.ts";
import { type Field, Walker } from "./walk.ts";
import { type ByteSource, notOnnx, Window } from "./window.ts";

/** An input or output of the graph. Fields in a file may be missing, so a name may be empty. */
export interface GraphTensor {
  readonly name: string;
  /** Element type in onnx.proto's numbering; 0 if it isn't a tensor. */
  readonly elementType: number;
  /** A variable dimension is −1; null if the file has no shape. */
  readonly shape: readonly number[] | null;
}

/** What loading a model depends on, beyond what the runtime reports. */
export interface ModelScan {
  readonly irVersion: number;
  /** All listed inputs, initializers included. */
  readonly inputs: readonly GraphTensor[];
  readonly outputs: readonly GraphTensor[];
  /** Names of the main graph's initializers. */
  readonly initializers: ReadonlySet<string>;
  /** Locations of external data of tensors in any graph, without duplicates. */
  readonly locations: readonly string[];
  /**
   * Operators of all graphs, including those in attributes, functions and training; operators of
   * other domains with their domain.
   */
  readonly operators: ReadonlySet<string>;
}

/** Deeper than the runtime reads. */
const MAX_DEPTH = 64;
const MAX_RANK = 64;
const MAX_LOCATIONS = 10_000;
/** Limit of a path's length on any system. */
const MAX_LOCATION_BYTES = 4096;

/**
 * Scans a ModelProto without reading tensor data: every graph, including those in attributes,
 * functions and training. Throws INVALID_ARGUMENT for an invalid ModelProto, RESOURCE_EXHAUSTED for
 * more parts than any model has.
 */
export async function scanModel(source: ByteSource): Promise<ModelScan> {
  const scan = new Scan(new Walker(new Window(source)));
  await scan.model({ from: 0, to: source.size });
  return {
    irVersion: scan.irVersion,
    inputs: scan.inputs,
    outputs: scan.outputs,
    initializers: scan.initializers,
    locations: [...scan.locations],
    operators: scan.operators,
  };
}

type Span = Pick<Field, "from" | "to">;

class Scan {
  irVersion = 0;
  readonly inputs: GraphTensor[] = [];
  readonly outputs: GraphTensor[] = [];
  readonly initializers = new Set<string>();
  readonly locations = new Set<string>();
  readonly operators = new Set<string>();
  readonly #walker: Walker;

  constructor(walker: Walker) {
    this.#walker = walker;
  }

  async model(span: Span): Promise<void> {
    let hasGraph = false;
    await this.#walker.walk(span, (field) => {
      if (field.number === 1) this.irVersion = field.value;
      if (!field.delimited) return undefined;
      if (field.number === 7) {
        hasGraph = true;
        return this.#graph(field, 0);
      }
      if (field.number === 20) return this.#training(field);
      if (field.number === 25) return this.#function(field);
      return undefined;
    });
    if (!hasGraph) throw notOnnx("it has no graph");
  }

  #training(span: Span): Promise<void> {
    return this.#walker.walk(span, (field) =>
      field.delimited && (field.number === 1 || field.number === 2)
        ? this.#graph(field, 1)
        : undefined,
    );
  }

  #function(span: Span): Promise<void> {
    return this.#walker.walk(span, (field) => {
      if (!field.delimited) return undefined;
      if (field.number === 7) return this.#node(field, 1);
      return field.number === 11 ? this.#attribute(field, 1) : undefined;
    });
  }

  async #graph(span: Span, depth: number): Promise<void> {
    if (depth > MAX_DEPTH) throw notOnnx(`its graphs are nested more than ${MAX_DEPTH} deep`);
    await this.#walker.walk(span, (field) => {
      if (!field.delimited) return undefined;
      switch (field.number) {
        case 1:
          return this.#node(field, depth);
        case 5:
          return this.#initializer(field, depth);
        case 11:
          return depth === 0 ? this.#valueInfo(field, this.inputs) : undefined;
        case 12:
          return depth === 0 ? this.#valueInfo(field, this.outputs) : undefined;
        case 15:
          return this.#sparse(field);
        default:
          return undefined;
      }
    });
  }

  async #node(span: Span, depth: number): Promise<void> {
    let operator = "";
    let domain = "";
    const readName = async (field: Field) => {
      const name = await this.#text(field);
      if (field.number === 4) operator = name;
      else domain = name;
    };
    await this.#walker.walk(span, (field) => {
      if (!field.delimited) return undefined;
      if (field.number === 5) return this.#attribute(field, depth);
      return field.number === 4 || field.number === 7 ? readName(field) : undefined;
    });
    this.operators.add(domain === "" || domain === "ai.onnx" ? operator : `${domain}.${operator}`);
  }

  #attribute(span: Span, depth: number): Promise<void> {
    return this.#walker.walk(span, (field) => {
      if (!field.delimited) return undefined;
      switch (field.number) {
        case 5:
        case 10:
          return this.#tensor(field);
        case 6:
        case 11:
          return this.#graph(field, depth + 1);
        case 22:
        case 23:
          return this.#sparse(field);
        default:
          return undefined;
      }
    });
  }

  #sparse(span: Span): Promise<void> {
    return this.#walker.walk(span, async (field) => {
      if (field.delimited && (field.number === 1 || field.number === 2)) await this.#tensor(field);
    });
  }

  async #initializer(span: Span, depth: number): Promise<void> {
    const name = await this.#tensor(span);
    if (depth === 0) this.initializers.add(name);
  }

  /** A TensorProto; returns its name. */
  async #tensor(span: Span): Promise<string> {
    let name = "";
    await this.#walker.walk(span, async (field) => {
      if (!field.delimited) return;
      if (field.number === 8) name = await this.#text(field);
      if (field.number === 13) await this.#externalEntry(field);
    });
    return name;
  }

  /** A StringStringEntryProto: of a repeated field either value may count. */
  async #externalEntry(span: Span): Promise<void> {
    const keys: string[] = [];
    const values: Field[] = [];
    await this.#walker.walk(span, async (field) => {
      if (!field.delimited) return;
      if (field.number === 1) keys.push(await this.#text(field));
      if (field.number === 2) values.push(field);
    });
    if (!keys.includes("location")) return;
    for (const value of values) {
      if (value.to - value.from > MAX_LOCATION_BYTES) {
        throw notOnnx(`the location of external data has more than ${MAX_LOCATION_BYTES} bytes`);
      }
      this.locations.add(await this.#text(value));
    }
    if (this.locations.size > MAX_LOCATIONS) {
      throw new StatusError(
        "RESOURCE_EXHAUSTED",
        `The model has external data in more than ${MAX_LOCATIONS.toLocaleString("en")} files, more than are read.`,
      );
    }
  }

  /** A ValueInfoProto. */
  async #valueInfo(span: Span, into: GraphTensor[]): Promise<void> {
    let name = "";
    let type = 0;
    let shape: number[] | null = null;
    const tensor = (span: Span) =>
      this.#walker.walk(span, async (field) => {
        if (field.number === 1) type = field.value;
        if (field.number === 2 && field.delimited) shape = await this.#shape(field);
      });
    await this.#walker.walk(span, async (field) => {
      if (!field.delimited) return;
      if (field.number === 1) name = await this.#text(field);
      if (field.number !== 2) return;
      await this.#walker.walk(field, (part) =>
        part.number === 1 && part.delimited ? tensor(part) : undefined,
      );
    });
    into.push({ name, elementType: type, shape });
  }

  async #shape(span: Span): Promise<number[]> {
    const dims: number[] = [];
    await this.#walker.walk(span, async (field) => {
      if (field.number !== 1 || !field.delimited) return;
      let dim = -1;
      await this.#walker.walk(field, (part) => {
        if (part.number === 1 && !part.delimited) dim = part.value;
        if (part.number === 2) dim = -1;
      });
      dims.push(dim);
      if (dims.length > MAX_RANK) throw notOnnx(`an input has more than ${MAX_RANK} dimensions`);
    });
    return dims;
  }

  async #text(span: Span): Promise<string> {
    const bytes = await this.#walker.bytes(span);
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      throw notOnnx("a name is not UTF-8");
    }
  }
}
