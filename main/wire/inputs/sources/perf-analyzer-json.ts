import { type ElementValue, encodeElements, shownValue } from "../elements.ts";
import { parseJson } from "../json.ts";
import type { ExpectedOutput, RequestSet } from "../request-set.ts";
import { elementsIn } from "../tensor.ts";
import { invalid } from "./invalid.ts";
import { type Item, type ItemTensor, itemTensor } from "./items.ts";

export interface InputData {
  readonly items: Item[];
  /** Indices into `items`; null if `data` lists entries rather than streams of them. */
  readonly streams: number[][] | null;
}

/** Deeper than any tensor. */
const MAX_NESTED = 16;
/** A key that perf_analyzer uses for other services and ignores. */
const PASSED_OVER = "model";

type Entry = Readonly<Record<string, unknown>>;
type RequestNeeds = Pick<RequestSet, "inputs" | "batchSize" | "checkOutputs">;

/** Parses perf_analyzer's input data (its docs/input_data.md). `file` names it in INVALID_ARGUMENT. */
export function parseInputData(text: string, file: string, set: RequestNeeds): InputData {
  const document = parseDocument(text, file);
  const data = readList(document, "data", file);
  const expected = set.checkOutputs ? readList(document, "validation_data", file) : null;
  if (expected && expected.length !== data.length) {
    throw invalid(
      `'${file}'`,
      `'validation_data' has ${expected.length} entries and 'data' ${data.length}; each belongs to one.`,
    );
  }
  const streamed = Array.isArray(data[0]);
  const items: Item[] = [];
  const streams: number[][] = [];
  data.forEach((entry, i) => {
    const place = `'${file}', ${streamed ? "stream" : "entry"} ${i}`;
    if (Array.isArray(entry) !== streamed) {
      throw invalid(place, "'data' holds either entries or lists of entries, not both.");
    }
    const entries: unknown[] = Array.isArray(entry) ? entry : [entry];
    const wanted = streamed ? expected?.[i] : expected && [expected[i]];
    if (entries.length === 0) throw invalid(place, "the stream is empty.");
    if (wanted && !(Array.isArray(wanted) && wanted.length === entries.length)) {
      throw invalid(place, "'validation_data' has not as many steps as 'data'.");
    }
    streams.push(entries.map((_, step) => items.length + step));
    entries.forEach((each, step) => {
      const at = streamed ? `${place}, step ${step}` : place;
      items.push(readItem(at, each, wanted ? (wanted as unknown[])[step] : null, set));
    });
  });
  return { items, streams: streamed ? streams : null };
}

function parseDocument(text: string, file: string): Entry {
  let document: unknown;
  try {
    document = parseJson(text);
  } catch (error) {
    throw invalid(`'${file}'`, `it is no JSON: ${(error as Error).message}.`);
  }
  if (isObject(document)) return document;
  throw invalid(`'${file}'`, `it holds ${describeKind(document)}, not an object with 'data'.`);
}

function readList(document: Entry, name: string, file: string): unknown[] {
  const list = member(document, name);
  if (Array.isArray(list) && list.length > 0) return list;
  const found = list === undefined ? "missing" : Array.isArray(list) ? "empty" : describeKind(list);
  throw invalid(`'${file}'`, `'${name}' is ${found}, not a list of entries.`);
}

function readItem(place: string, entry: unknown, expected: unknown, set: RequestNeeds): Item {
  if (!isObject(entry))
    throw invalid(place, `it is ${describeKind(entry)}, not an object by input name.`);
  const names = set.inputs.map(({ name }) => name);
  const unknown = Object.keys(entry).find((name) => !names.includes(name) && name !== PASSED_OVER);
  if (unknown !== undefined) {
    throw invalid(
      place,
      `'${unknown}' is no input of the model; its inputs are ${names.join(", ")}.`,
    );
  }
  const inputs = new Map<string, ItemTensor>();
  for (const input of set.inputs) {
    const value = member(entry, input.name);
    if (value === undefined) {
      if (input.optional) continue;
      throw invalid(place, `input '${input.name}' is missing.`);
    }
    const where = `${place}, input '${input.name}'`;
    const { shape, content } = readTensor(where, value);
    const data =
      content instanceof Uint8Array ? content : encodeElements(input.datatype, content, where);
    inputs.set(input.name, itemTensor(where, input, set.batchSize, { shape, data }));
  }
  return { place, inputs, expected: expected === null ? null : readOutputs(place, expected) };
}

/** The response's datatype decides how the elements are read. */
function readOutputs(place: string, expected: unknown): ExpectedOutput[] {
  if (!isObject(expected)) {
    throw invalid(
      place,
      `'validation_data' is ${describeKind(expected)}, not an object by output name.`,
    );
  }
  return Object.entries(expected).map(([name, value]) => {
    const where = `${place}, output '${name}'`;
    const { shape, content } = readTensor(where, value);
    if (content instanceof Uint8Array) {
      return { name, shape, content: { texts: content, fixed: content } };
    }
    if (shape && elementsIn(shape) !== content.length) {
      throw invalid(
        where,
        `it has ${content.length} elements, and its shape [${shape.join(",")}] ${elementsIn(shape)}.`,
      );
    }
    return { name, shape, content };
  });
}

interface GivenTensor {
  readonly shape: number[] | null;
  readonly content: ElementValue[] | Uint8Array;
}

/** An array, {content, shape} or {b64, shape}, where content is an array or {b64}. */
function readTensor(where: string, value: unknown): GivenTensor {
  if (Array.isArray(value)) return { shape: null, content: readElements(where, value) };
  if (!isObject(value)) {
    throw invalid(
      where,
      `it is ${describeKind(value)}, not a list of elements, {"content"} or {"b64"}.`,
    );
  }
  const shape = readShape(where, member(value, "shape"));
  const content = member(value, "b64") === undefined ? member(value, "content") : value;
  if (Array.isArray(content)) return { shape, content: readElements(where, content) };
  const text = isObject(content) ? member(content, "b64") : undefined;
  if (typeof text === "string") return { shape, content: decodeBase64(where, text) };
  throw invalid(
    where,
    `'content' is ${describeKind(content)}, not a list of elements or {"b64": text}.`,
  );
}

function readShape(where: string, shape: unknown): number[] | null {
  if (shape === undefined) return null;
  const isSize = (size: unknown) => Number.isSafeInteger(size) && (size as number) >= 0;
  if (Array.isArray(shape) && shape.every(isSize)) return shape as number[];
  throw invalid(where, `'shape' is ${shownValue(shape)}, not a list of whole numbers.`);
}

function readElements(where: string, list: unknown[]): ElementValue[] {
  const flat: unknown[] = list.some(Array.isArray) ? list.flat(MAX_NESTED) : list;
  const at = flat.findIndex((value) => typeof value === "object");
  if (at === -1) return flat as ElementValue[];
  throw invalid(
    where,
    `element ${at} is ${describeKind(flat[at])}, not a number, text or truth value.`,
  );
}

function decodeBase64(where: string, text: string): Uint8Array {
  const digits = text.replace(/\s+/g, "");
  if (/^[A-Za-z0-9+/]*={0,2}$/.test(digits)) return Buffer.from(digits, "base64");
  throw invalid(where, "'b64' is no base64.");
}

function isObject(value: unknown): value is Entry {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function member(object: Entry, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function describeKind(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : shownValue(value);
}
