import {
  elementCount,
  elementTexts,
  jsonObject,
  jsonParameters,
} from "../../wire/exchange/index.ts";
import {
  answersBinary,
  fewElements,
  type Input,
  isTooLarge,
  needsBinary,
  type Question,
  type Subject,
} from "./subject.ts";

/** What an HTTP request has before its binary tensors; without them, all of it. */
export interface JsonRequest {
  /** Members as JSON, without the parameters. */
  readonly members: Readonly<Record<string, string>>;
  readonly parameters: Subject["parameters"];
  /** In order, the tensors that follow; empty where JSON holds them. */
  readonly tensors: readonly BinaryTensor[];
  /** Whether outputs come in binary, too. */
  readonly binaryAnswer: boolean;
}

export interface BinaryTensor {
  readonly name: string;
  readonly bytes: number;
  /** Null: this many zero bytes. */
  readonly data: Uint8Array | null;
}

/** In JSON where that holds it well or the server takes nothing else, else with binary tensors. */
export function jsonRequest(subject: Subject): JsonRequest {
  const { id, inputs, outputs, parameters, asJson = false } = subject;
  const binary = !asJson && inputs.some((input) => needsBinary(input) || hasNoJson(input));
  const tensors = binary ? inputs.map(binaryTensor) : [];
  const binaryAnswer = !asJson && answersBinary(subject);
  return {
    members: {
      ...(id && { id: JSON.stringify(id) }),
      inputs: `[${inputs.map((input, i) => inputText(input, tensors[i])).join(",")}]`,
      ...(outputs.length > 0 && { outputs: JSON.stringify(outputs.map(requested)) }),
    },
    parameters: { ...parameters, ...(binaryAnswer && { binary_data_output: true }) },
    tensors,
    binaryAnswer,
  };
}

/** The whole JSON. */
export function jsonText({ members, parameters }: JsonRequest): string {
  const given = Object.keys(parameters).length > 0;
  return jsonObject({ ...members, ...(given && { parameters: jsonParameters(parameters) }) });
}

function inputText(input: Input, tensor: BinaryTensor | undefined): string {
  const { name, shape, datatype } = input;
  return jsonObject({
    name: JSON.stringify(name),
    shape: JSON.stringify(shape),
    datatype: JSON.stringify(datatype),
    ...(tensor
      ? { parameters: JSON.stringify({ binary_data_size: tensor.bytes }) }
      : { data: `[${elements(input).join(",")}]` }),
  });
}

/** Every one; of a tensor that is too large, what is in. */
function elements(input: Input): string[] {
  if (!isTooLarge(input)) return elementTexts(input, Number.POSITIVE_INFINITY);
  const nothing = input.datatype === "BYTES" ? '""' : input.datatype === "BOOL" ? "false" : "0";
  return Array.from({ length: elementCount(input) }, () => nothing);
}

/** Whether JSON alone cannot carry the request. */
export function isBeyondJson({ inputs }: Question): boolean {
  return inputs.some(
    (input) =>
      input.datatype === "FP16" ||
      input.datatype === "BF16" ||
      (input.datatype !== "BYTES" && elements(input).some((text) => /[NI]/.test(text))),
  );
}

/** NaN and the infinities. */
function hasNoJson(input: Input): boolean {
  return input.datatype !== "BYTES" && (fewElements(input) ?? []).some((text) => /[NI]/.test(text));
}

function binaryTensor(input: Input): BinaryTensor {
  const { name, data, datatype } = input;
  if (!isTooLarge(input)) return { name, bytes: data.byteLength, data };
  // Texts that are empty have their length alone.
  const bytes = datatype === "BYTES" ? 4 * elementCount(input) : data.byteLength;
  return { name, bytes, data: null };
}

function requested({ name, classification }: Subject["outputs"][number]) {
  return classification ? { name, parameters: { classification } } : { name };
}

/**
 * The body of Triton's generate_stream, which answers decoupled models over HTTP: inputs as flat lists, whose shapes the server
 * works out. Null where it would come to another shape than the request's, or JSON holds an input badly.
 */
export function generateBody(subject: Subject): string | null {
  const { inputs, declaredInputs, parameters } = subject;
  const members: Record<string, string> = {};
  for (const input of inputs) {
    const declared = declaredInputs.find(({ name }) => name === input.name)?.shape ?? [];
    const elements = fewElements(input);
    if (!elements || needsBinary(input) || hasNoJson(input)) return null;
    if (inferred(declared, elements.length).join() !== input.shape.join()) return null;
    members[input.name] = `[${elements.join(",")}]`;
  }
  const given = Object.keys(parameters).length > 0;
  return jsonObject({ ...members, ...(given && { parameters: jsonParameters(parameters) }) });
}

/** The innermost variable dimension takes what the fixed ones leave; other variable ones are 1. */
function inferred(declared: readonly number[], elements: number): number[] {
  const fixed = declared.reduce((product, dim) => (dim < 0 ? product : product * dim), 1);
  const last = declared.findLastIndex((dim) => dim < 0);
  return declared.map((dim, i) => (dim >= 0 ? dim : i === last ? elements / fixed : 1));
}
