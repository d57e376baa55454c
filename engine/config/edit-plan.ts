import { insertEntries, removeEntry } from "./edit-entries.ts";
import type { Layout } from "./edit-layout.ts";
import { insertIntoList, removeFromList } from "./edit-lists.ts";
import {
  fieldsNamed,
  readKey,
  type Occurrence,
  occurrencesAt,
  findOccurrences,
  findPart,
  readElement,
  readMessage,
  type Scope,
  single,
  type Step,
} from "./config-path.ts";
import { aloneLines, findAnchor, mapElement, type NewElement, wrap } from "./edit-new.ts";
import { defaultValue, type MessageValue, messageSpec } from "./fields.ts";
import { elementLines, fieldLines } from "./print.ts";
import type { FieldSpec } from "./schema.ts";
import { type ElementNode, listElements, rangeOfNode } from "./tree.ts";
import type { EntryNode, FieldNode } from "./tree.ts";
import type { TextEdit } from "./types.ts";

/** Edits that belong together: one change of the configuration. */
export type Operation = readonly TextEdit[];

type NamedField = Pick<Step, "name" | "spec">;

/** Plans changes of one text. Operations planned together may touch: apply them one at a time. */
export class Planner {
  readonly #layout: Layout;

  constructor(layout: Layout) {
    this.#layout = layout;
  }

  /** The operations that set the value at a path to `target`, which has the right type; empty if it is set already. */
  set(scope: Scope, [step, ...rest]: readonly Step[], target: unknown): Operation[] {
    if (step === undefined) return this.setMessage(scope, target as MessageValue);
    const { name, spec, at } = step;
    if (at === undefined) {
      const value = fieldsNamed(scope.node, name)[0]?.value;
      if (rest.length > 0 && value?.kind === "message") {
        return this.set({ type: spec.type, node: value }, rest, target);
      }
      return this.#setField(scope, name, spec, wrap(rest, target));
    }
    const found = occurrencesAt(scope, name, spec, at).at(-1);
    if (spec.label === "map") {
      if (found) return this.#setInEntry(found.element, spec, rest, target);
      const entry = mapElement(String(at), wrap(rest, target), name, spec);
      return [this.#insertElements(scope, { name, spec }, Number.POSITIVE_INFINITY, [entry])];
    }
    if (found) return this.#setInElement(found, spec, rest, target);
    return [this.insert(scope, { name, spec }, Number(at), [wrap(rest, target)])];
  }

  #setInElement(
    { field, element }: Occurrence,
    spec: FieldSpec,
    rest: readonly Step[],
    target: unknown,
  ): Operation[] {
    if (rest.length > 0 && element.kind === "message") {
      return this.set({ type: spec.type, node: element }, rest, target);
    }
    return this.#setElement(field, element, spec, target);
  }

  #setInEntry(
    entry: ElementNode,
    spec: FieldSpec,
    rest: readonly Step[],
    target: unknown,
  ): Operation[] {
    if (entry.kind !== "message") return [];
    const part = findPart(entry, "value");
    const value = listElements(part?.value)[0];
    if (part && value)
      return this.#setInElement({ field: part, element: value }, spec, rest, target);
    const wrapped = wrap(rest, target);
    const lines = fieldLines("value", wrapped, single(spec));
    if (lines.length === 0) return [];
    if (part) return [this.#replaceField(part, lines)];
    return [insertEntries(this.#layout, entry, [lines], entry.entries.at(-1))];
  }

  /** Sets a whole field; undefined removes it. */
  #setField(scope: Scope, name: string, spec: FieldSpec, target: unknown): Operation[] {
    if (spec.label === "repeated") return this.#setList(scope, name, spec, target as unknown[]);
    if (spec.label === "map") return this.#setMap(scope, name, spec, target as MessageValue);
    const [field] = fieldsNamed(scope.node, name);
    if (target === undefined) return this.removeField(scope, name);
    const others = this.#otherMembers(scope, name, spec);
    const lines = fieldLines(name, target, spec);
    if (field === undefined) {
      return [...others, ...(lines.length === 0 ? [] : [this.#insertField(scope, name, lines)])];
    }
    if (field.value === undefined || field.value.kind === "list") {
      return [...others, ...(lines.length === 0 ? [] : [this.#replaceField(field, lines)])];
    }
    return [...others, ...this.#setElement(field, field.value, spec, target)];
  }

  /** Removes the other members of a field's oneof. */
  #otherMembers(scope: Scope, name: string, spec: FieldSpec): Operation[] {
    if (spec.oneof === undefined) return [];
    return Object.entries(messageSpec(scope.type))
      .filter(([other, { oneof }]) => other !== name && oneof === spec.oneof)
      .flatMap(([other]) => this.removeField(scope, other));
  }

  removeField(scope: Scope, name: string): Operation[] {
    return fieldsNamed(scope.node, name).map((field) =>
      removeEntry(this.#layout, scope.node, field),
    );
  }

  #setElement(
    field: FieldNode,
    element: ElementNode,
    spec: FieldSpec,
    target: unknown,
  ): Operation[] {
    if (spec.kind === "message" && element.kind === "message") {
      return this.setMessage({ type: spec.type, node: element }, target as MessageValue);
    }
    if (isSame(readElement(element, spec), target)) return [];
    const { from, to } = rangeOfNode(element);
    const lines = elementLines(target, spec);
    const text = this.#layout.indented(lines, this.#layout.indentAt(field.name.from));
    const colon = field.colon || spec.kind === "message" || field.value !== element ? "" : ":";
    return [[this.#layout.put(from, to, colon + text)]];
  }

  /** Rewrites a field that has no value, or a list where a single value belongs. */
  #replaceField(field: FieldNode, lines: readonly string[]): Operation {
    const { from } = field.name;
    const to = field.value ? rangeOfNode(field.value).to : (field.colon ?? field.name).to;
    const text = this.#layout.indented(lines, this.#layout.indentAt(from));
    return [this.#layout.put(from, to, text)];
  }

  /** Sets a message field by field; new fields are inserted together. */
  setMessage(scope: Scope, target: MessageValue): Operation[] {
    const current = readMessage(scope);
    const added = new Map<EntryNode | undefined, string[][]>();
    const operations: Operation[] = [];
    for (const [name, spec] of Object.entries(messageSpec(scope.type))) {
      const initial = defaultValue(spec);
      const value = target[name] ?? initial;
      if (isSame(current[name], value)) continue;
      if (spec.label === "map" || fieldsNamed(scope.node, name).length > 0) {
        const unset = spec.label === "single" && isSame(value, initial);
        operations.push(...this.#setField(scope, name, spec, unset ? undefined : value));
      } else {
        const after = findAnchor(scope, name);
        added.set(after, [...(added.get(after) ?? []), fieldLines(name, value, spec)]);
      }
    }
    for (const [after, fields] of added) {
      operations.push(insertEntries(this.#layout, scope.node, fields, after));
    }
    return operations;
  }

  #insertField(scope: Scope, name: string, lines: readonly string[]): Operation {
    return insertEntries(this.#layout, scope.node, [lines], findAnchor(scope, name));
  }

  /** Keeps equal elements at both ends, changes the others one by one, then adds or removes elements. */
  #setList(scope: Scope, name: string, spec: FieldSpec, target: readonly unknown[]): Operation[] {
    const present = findOccurrences(scope, name, spec);
    if (target.length === 0) return present.length === 0 ? [] : this.removeField(scope, name);
    const values = present.map(({ element }) => readElement(element, spec));
    const shorter = Math.min(values.length, target.length);
    let head = 0;
    while (head < shorter && isSame(values[head], target[head])) head += 1;
    let tail = 0;
    while (tail < shorter - head && isSame(values.at(-1 - tail), target.at(-1 - tail))) tail += 1;
    const changed = present.slice(head, shorter - tail);
    const operations = changed.flatMap(({ field, element }, index) =>
      this.#setElement(field, element, single(spec), target[head + index]),
    );
    const surplus = present.slice(shorter - tail, values.length - tail);
    for (const occurrence of surplus) operations.push(this.remove(scope, occurrence));
    const missing = target.slice(shorter - tail, target.length - tail);
    if (missing.length > 0) {
      operations.push(this.insert(scope, { name, spec }, shorter - tail, missing));
    }
    return operations;
  }

  #setMap(scope: Scope, name: string, spec: FieldSpec, target: MessageValue): Operation[] {
    const present = new Map<string, Occurrence>();
    const operations: Operation[] = [];
    for (const occurrence of findOccurrences(scope, name, spec)) {
      const key = readKey(occurrence.element, spec);
      if (Object.hasOwn(target, key)) present.set(key, occurrence);
      else operations.push(this.remove(scope, occurrence));
    }
    for (const [key, { element }] of present) {
      operations.push(...this.#setInEntry(element, spec, [], target[key]));
    }
    const missing = Object.keys(target).filter((key) => !present.has(key));
    if (missing.length > 0) {
      const entries = missing.map((key) => mapElement(key, target[key], name, spec));
      operations.push(
        this.#insertElements(scope, { name, spec }, Number.POSITIVE_INFINITY, entries),
      );
    }
    return operations;
  }

  /** Inserts values into a repeated field before the one at `index`. */
  insert(
    scope: Scope,
    { name, spec }: NamedField,
    index: number,
    values: readonly unknown[],
  ): Operation {
    if (fieldsNamed(scope.node, name).length === 0) {
      return this.#insertField(scope, name, fieldLines(name, values, spec));
    }
    const elements = values.map((value) => ({
      alone: aloneLines(name, value, spec),
      listed: elementLines(value, spec),
    }));
    return this.#insertElements(scope, { name, spec }, index, elements);
  }

  #insertElements(
    scope: Scope,
    { name, spec }: NamedField,
    index: number,
    elements: readonly NewElement[],
  ): Operation {
    const alone = elements.map((element) => element.alone);
    const listed = elements.map((element) => element.listed);
    const present = findOccurrences(scope, name, spec);
    const before = index > 0 ? present[Math.min(index, present.length) - 1] : undefined;
    const neighbour = before ?? present[0];
    const field = neighbour?.field ?? fieldsNamed(scope.node, name)[0];
    if (field?.value?.kind === "list") {
      return insertIntoList(this.#layout, field.value, listed, before?.element);
    }
    if (before) return insertEntries(this.#layout, scope.node, alone, before.field);
    const entries = scope.node.entries;
    const after = field ? entries[entries.indexOf(field) - 1] : findAnchor(scope, name);
    return insertEntries(this.#layout, scope.node, alone, after);
  }

  /** Removes one value of a repeated field or map; a list's last value is removed with its field. */
  remove(scope: Scope, { field, element }: Occurrence): Operation {
    const alone = field.value?.kind !== "list" || listElements(field.value).length === 1;
    if (alone) return removeEntry(this.#layout, scope.node, field);
    return field.value?.kind === "list" ? removeFromList(this.#layout, field.value, element) : [];
  }
}

/** Whether two values of a configuration are the same; 0 and -0 differ. */
function isSame(left: unknown, right: unknown): boolean {
  if (typeof left !== "object" || typeof right !== "object" || !left || !right) {
    return Object.is(left, right);
  }
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every(
      (key) => Object.hasOwn(right, key) && isSame(left[key as never], right[key as never]),
    )
  );
}
