import { fieldSpec, type MessageValue } from "./fields.ts";
import { Findings } from "./findings.ts";
import { Reader } from "./reader.ts";
import { readScalar } from "./scalars.ts";
import { type FieldSpec, scalar } from "./schema.ts";
import { type DocumentNode, type ElementNode, listElements } from "./tree.ts";
import type { EntryNode, FieldNode, MessageNode, ValueNode } from "./tree.ts";

/**
 * A path in a configuration: field names, indices of repeated fields, keys of map entries, e.g.
 * `["input", 0, "dims", 1]` and `["parameters", "x", "string_value"]`.
 */
export type ConfigPath = readonly (string | number)[];

/** A field on a path, with the index or key inside it if the path continues there. */
export interface Step {
  readonly name: string;
  readonly spec: FieldSpec;
  readonly at: string | number | undefined;
}

/** A message as it is written in a text. */
export interface Scope {
  readonly type: string;
  readonly node: DocumentNode | MessageNode;
}

/** One value of a repeated field or map, written as a field of its own or in a list. */
export interface Occurrence {
  readonly field: FieldNode;
  readonly element: ElementNode;
}

/** The fields that a path names; undefined if ModelConfig has no such path. */
export function parseSteps(path: ConfigPath): Step[] | undefined {
  const steps: Step[] = [];
  let type: string | undefined = "ModelConfig";
  for (let index = 0; index < path.length; ) {
    const name = path[index];
    const spec: FieldSpec | undefined =
      type !== undefined && typeof name === "string" ? fieldSpec(type, name) : undefined;
    if (spec === undefined) return undefined;
    const at = spec.label === "single" ? undefined : path[index + 1];
    if (spec.label === "repeated" && at !== undefined && !Number.isSafeInteger(at))
      return undefined;
    steps.push({ name: name as string, spec, at });
    type = spec.kind === "message" ? spec.type : undefined;
    index += at === undefined ? 1 : 2;
  }
  return steps;
}

/** The message that the steps lead to; undefined if the text doesn't contain it. */
export function scopeAt(root: Scope, steps: readonly Step[]): Scope | undefined {
  let scope: Scope | undefined = root;
  for (const step of steps) {
    const value: ValueNode | undefined = scope && valueAt(scope, step);
    scope = value?.kind === "message" ? { type: step.spec.type, node: value } : undefined;
  }
  return scope;
}

function valueAt(scope: Scope, { name, spec, at }: Step): ValueNode | undefined {
  if (spec.label === "single") return fieldsNamed(scope.node, name)[0]?.value;
  const element =
    at === undefined ? undefined : occurrencesAt(scope, name, spec, at).at(-1)?.element;
  return spec.label === "map" && element ? findPart(element, "value")?.value : element;
}

export function fieldsNamed(node: DocumentNode | MessageNode, name: string): FieldNode[] {
  return node.entries.filter((entry) => isNamed(entry, name));
}

function isNamed(entry: EntryNode, name: string): entry is FieldNode {
  return entry.kind === "field" && entry.name.text === name;
}

/** The values of a field in text order, as the reader counts them: values of the wrong type are skipped. */
export function findOccurrences(scope: Scope, name: string, spec: FieldSpec): Occurrence[] {
  return fieldsNamed(scope.node, name).flatMap((field) =>
    listElements(field.value)
      .filter((element) => isReadable(element, spec))
      .map((element) => ({ field, element })),
  );
}

function isReadable(element: ElementNode, spec: FieldSpec): boolean {
  if (spec.label === "map" || spec.kind === "message") return element.kind === "message";
  return readElement(element, spec) !== undefined;
}

/** The value at an index, or all entries with a key, of which the last one is used. */
export function occurrencesAt(
  scope: Scope,
  name: string,
  spec: FieldSpec,
  at: string | number,
): Occurrence[] {
  const all = findOccurrences(scope, name, spec);
  if (spec.label !== "map") return all.slice(Number(at), Number(at) + 1);
  return all.filter(({ element }) => readKey(element, spec) === String(at));
}

/** The value of an element; undefined if it has the wrong type. */
export function readElement(element: ElementNode, spec: FieldSpec): unknown {
  if (spec.kind === "message") {
    if (element.kind !== "message") return undefined;
    return readMessage({ type: spec.type, node: element });
  }
  if (element.kind === "message") return undefined;
  try {
    return readScalar(element, spec);
  } catch {
    return undefined;
  }
}

export function readMessage(scope: Scope): MessageValue {
  return new Reader(new Findings(""), "").message(scope.node, scope.type);
}

/** The key of `{ key: … value: … }`; the zero value of its type if it is missing. */
export function readKey(element: ElementNode, spec: FieldSpec): string {
  const key = listElements(findPart(element, "key")?.value)[0];
  const value = key && readElement(key, scalar(spec.key ?? "string", ""));
  if (typeof value !== "string" && typeof value !== "number")
    return spec.key === "uint64" ? "0" : "";
  return String(value);
}

/** The `key` or `value` field of a map entry. */
export function findPart(element: ElementNode, name: "key" | "value"): FieldNode | undefined {
  if (element.kind !== "message") return undefined;
  return fieldsNamed(element, name).find((field) => field.value?.kind !== "list");
}

/** The spec of one element of a repeated field or map. */
export function single(spec: FieldSpec): FieldSpec {
  const { key: _key, ...rest } = spec;
  return { ...rest, label: "single" };
}
