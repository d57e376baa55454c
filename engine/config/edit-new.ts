import type { Scope, Step } from "./config-path.ts";
import { type MessageValue, messageSpec, setEntry } from "./fields.ts";
import { elementLines, fieldLines, mapElementLines } from "./print.ts";
import type { FieldSpec } from "./schema.ts";
import type { EntryNode } from "./tree.ts";

/** A value to insert into a repeated field or map, as lines. */
export interface NewElement {
  /** Written as a field of its own. */
  readonly alone: readonly string[];
  /** Written as an element of a list. */
  readonly listed: readonly string[];
}

export function mapElement(key: string, value: unknown, name: string, spec: FieldSpec): NewElement {
  const entries: MessageValue = {};
  setEntry(entries, key, value);
  return { alone: fieldLines(name, entries, spec), listed: mapElementLines(key, value, spec) };
}

export function aloneLines(name: string, value: unknown, spec: FieldSpec): string[] {
  const [first, ...rest] = elementLines(value, spec);
  return [`${name}${spec.kind === "message" ? "" : ":"} ${first}`, ...rest];
}

/** The entry after which a new field is inserted: the last of those declared before it. */
export function findAnchor(scope: Scope, name: string): EntryNode | undefined {
  const order = Object.keys(messageSpec(scope.type));
  const place = order.indexOf(name);
  return scope.node.entries.findLast(
    (entry) => entry.kind !== "field" || order.indexOf(entry.name.text) <= place,
  );
}

/** A value that contains only `target`, at the end of a path within it. */
export function wrap([step, ...rest]: readonly Step[], target: unknown): unknown {
  if (step === undefined) return target;
  const { name, spec, at } = step;
  const value = wrap(rest, target);
  if (at === undefined) return { [name]: value };
  if (spec.label === "repeated") return { [name]: [value] };
  const entries: MessageValue = {};
  setEntry(entries, String(at), value);
  return { [name]: entries };
}
