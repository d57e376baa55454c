import type { ModelDetail } from "../../contract/index.ts";
import type { ClientEndpoint } from "../../servers/index.ts";
import { elementTexts, type PreparedRequest } from "../../wire/exchange/index.ts";

/** The request that a program sends. */
export interface Question extends PreparedRequest {
  /** The model's, as the server reports. */
  readonly declaredOutputs: readonly { readonly name: string; readonly datatype: string }[];
  readonly declaredInputs: readonly { readonly name: string; readonly shape: readonly number[] }[];
}

/** The request that a program sends, and its endpoint. */
export interface Subject extends Question {
  readonly endpoint: ClientEndpoint;
}

export function toQuestion(prepared: PreparedRequest, detail: ModelDetail): Question {
  return {
    ...prepared,
    declaredInputs: detail.inputs,
    declaredOutputs: detail.outputs,
  };
}

export type Input = Subject["inputs"][number];

/** Larger tensors are not written out but replaced by zeros. */
const MAX_BYTES = 48 * 1024;
/** Larger tensors are written as base64. */
const MAX_ELEMENTS = 64;

export function isTooLarge({ data }: Input): boolean {
  return data.byteLength > MAX_BYTES;
}

/** Its elements one by one; null if there are too many to read. */
export function fewElements(input: Input): string[] | null {
  const texts = elementTexts(input, MAX_ELEMENTS + 1);
  return texts.length > MAX_ELEMENTS ? null : texts;
}

export const base64 = ({ data }: Input): string => Buffer.from(data).toString("base64");

/** JSON has neither: the binary extension must carry them. */
export function needsBinary(input: Input): boolean {
  if (input.datatype === "FP16" || input.datatype === "BF16") return true;
  return fewElements(input) === null;
}

/** The requested outputs. */
export function askedOutputs({ outputs, declaredOutputs }: Question) {
  if (outputs.length === 0) return declaredOutputs.map((each) => ({ ...each, classification: 0 }));
  return outputs.map(({ name, classification }) => {
    const datatype = declaredOutputs.find((each) => each.name === name)?.datatype ?? "";
    return { name, classification, datatype };
  });
}

/** Whether an output can't be returned in JSON. */
export function answersBinary(question: Question): boolean {
  return askedOutputs(question).some(
    ({ datatype, classification }) =>
      classification === 0 && (datatype === "FP16" || datatype === "BF16"),
  );
}

/** Sentences about inputs that zeros replace. */
export function sizeNotes({ inputs }: Question): string[] {
  return inputs
    .filter(isTooLarge)
    .map(
      ({ name, data }) =>
        `Input '${name}' takes ${data.byteLength} bytes, too many to write here; zeros are used instead.`,
    );
}

/** The value of a request parameter in JSON; null: it has none. */
export function parameter({ parameters }: Subject, name: string): string | null {
  const value = parameters[name];
  return value === undefined ? null : String(value);
}

export const isSequence = (subject: Subject) => parameter(subject, "sequence_id") !== null;
