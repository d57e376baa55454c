import type { FileTensor, OnnxReport } from "../contract/index.ts";
import { GraphFacts, type InputUse } from "./onnx-graph.ts";
import { readEntry } from "./onnx-tensors.ts";
import { type Field, Walker } from "../../engine/onnx-file/walk.ts";
import { type ByteSource, notOnnx, Window } from "../../engine/onnx-file/window.ts";

const MAX_LISTED = 1000;

/** A file with external weights; `end`: its minimum size in bytes. */
interface ExternalFile {
  readonly location: string;
  readonly tensors: number;
  readonly bytes: number;
  readonly end: number;
}

export interface OnnxContent extends Omit<OnnxReport, "external"> {
  readonly external: readonly ExternalFile[];
  readonly inputUses: readonly InputUse[];
  /** Inputs with a default, which requests may override. */
  readonly defaulted: readonly FileTensor[];
}

/**
 * Reads an ONNX ModelProto without the data of its tensors. Throws INVALID_ARGUMENT for bytes that aren't one,
 * RESOURCE_EXHAUSTED for too many parts.
 */
export async function readOnnx(source: ByteSource): Promise<OnnxContent> {
  const walker = new Walker(new Window(source));
  const graph = new GraphFacts(walker);
  let irVersion = 0;
  let modelVersion = 0;
  let domain = "";
  let description = "";
  let hasGraph = false;
  const producer = { name: "", version: "" };
  const opsets: OnnxReport["opsets"] = [];
  const metadata: OnnxReport["metadata"] = [];
  const functions: OnnxReport["functions"] = [];
  await walker.walk({ from: 0, to: source.size }, async (field) => {
    switch (field.number) {
      case 1:
        irVersion = field.value;
        break;
      case 2:
        producer.name = await walker.text(field);
        break;
      case 3:
        producer.version = await walker.text(field);
        break;
      case 4:
        domain = await walker.text(field);
        break;
      case 5:
        modelVersion = field.value;
        break;
      case 6:
        description = await walker.text(field, 4096);
        break;
      case 7:
        hasGraph = true;
        await graph.readGraph(field);
        break;
      case 8:
        if (opsets.length < MAX_LISTED) opsets.push(await readOpset(walker, field));
        break;
      case 14:
        if (metadata.length < MAX_LISTED) {
          const [key, value] = await readEntry(walker, field);
          metadata.push({ key, value });
        }
        break;
      case 25: {
        const read = await readFunction(walker, field, graph);
        if (functions.length < MAX_LISTED) functions.push(read);
        break;
      }
    }
  });
  if (!hasGraph) throw notOnnx("it has no graph");
  const { name, inputs, outputs, parameters, weights, operators, nodes, subgraphs } = graph;
  return {
    irVersion,
    producer,
    domain,
    modelVersion,
    graphName: name,
    description,
    opsets,
    metadata,
    inputs,
    outputs,
    parameters,
    weights,
    operators,
    nodes,
    subgraphs,
    functions,
    external: [...graph.external].map(([location, use]) => ({ location, ...use })),
    fixedReshapes: graph.fixedReshapes,
    inputUses: graph.inputUses,
    // Before version 4 of the format every initializer had to be listed as an input, and all are constants.
    defaulted: irVersion < 4 ? [] : graph.defaulted,
  };
}

/** Reads an OperatorSetIdProto. */
async function readOpset(walker: Walker, field: Field): Promise<OnnxReport["opsets"][number]> {
  const opset = { domain: "", version: 0 };
  await walker.walk(field, async (part) => {
    if (part.number === 1) opset.domain = await walker.text(part);
    if (part.number === 2) opset.version = part.value;
  });
  return opset;
}

/** Reads a FunctionProto: a local operator that consists of nodes. */
async function readFunction(
  walker: Walker,
  field: Field,
  graph: GraphFacts,
): Promise<OnnxReport["functions"][number]> {
  const read = { domain: "", name: "", nodes: 0 };
  await walker.walk(field, async (part) => {
    if (part.number === 1) read.name = await walker.text(part);
    if (part.number === 10) read.domain = await walker.text(part);
    if (part.number === 7) {
      read.nodes += 1;
      await graph.readNode(part, 1);
    }
  });
  return read;
}
