import { defaultValue, type MessageValue, messageSpec } from "./fields.ts";
import { elementLines, fieldLines } from "./print.ts";
import type { FieldSpec } from "./schema.ts";
import type { ModelConfig } from "./types.ts";

/** One field that two configurations have differently. */
export interface ConfigChange {
  /** E.g. `dynamic_batching.max_queue_delay_microseconds`, `input["x"].dims`. */
  readonly path: string;
  /** The value as text; null where it is not set. */
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * The fields in which two configurations differ, in the order of the schema. A scalar that is left out counts as its
 * default; elements that have a name are compared by it, others by their place.
 */
export function configChanges(before: ModelConfig, after: ModelConfig): ConfigChange[] {
  const changes: ConfigChange[] = [];
  compareMessages(before as unknown as MessageValue, after as unknown as MessageValue, {
    type: "ModelConfig",
    path: "",
    changes,
  });
  return changes;
}

interface Place {
  readonly type: string;
  readonly path: string;
  readonly changes: ConfigChange[];
}

function compareMessages(before: MessageValue, after: MessageValue, place: Place): void {
  for (const [name, field] of Object.entries(messageSpec(place.type))) {
    const path = place.path === "" ? name : `${place.path}.${name}`;
    const a = before[name] ?? defaultValue(field);
    const b = after[name] ?? defaultValue(field);
    if (JSON.stringify(a) === JSON.stringify(b)) continue;
    compareFields(name, a, b, field, { ...place, path });
  }
}

function compareFields(
  name: string,
  a: unknown,
  b: unknown,
  field: FieldSpec,
  { path, changes }: Place,
): void {
  const inner = { type: field.type, changes };
  if (field.kind === "message" && field.label === "single" && a !== undefined && b !== undefined) {
    compareMessages(a as MessageValue, b as MessageValue, { ...inner, path });
  } else if (field.label === "map") {
    compareEntries(entriesOfMap(a), entriesOfMap(b), field, { ...inner, path });
  } else if (field.label === "repeated" && field.kind === "message") {
    const [left, right] = elements(a as MessageValue[], b as MessageValue[]);
    compareEntries(left, right, field, { ...inner, path });
  } else {
    changes.push({ path, before: shown(name, a, field), after: shown(name, b, field) });
  }
}

type Entries = ReadonlyMap<string, unknown>;

function entriesOfMap(value: unknown): Entries {
  const entries = Object.entries((value ?? {}) as MessageValue);
  return new Map(entries.map(([key, item]) => [`["${key}"]`, item]));
}

/** Elements by name where each has one of its own, else by place. */
function elements(a: readonly MessageValue[], b: readonly MessageValue[]): [Entries, Entries] {
  const named = [a, b].every((list) => {
    const names = list.map((each) => each["name"]);
    return names.every(Boolean) && new Set(names).size === names.length;
  });
  const keyed = (list: readonly MessageValue[]) =>
    new Map(list.map((each, i) => [named ? `["${String(each["name"])}"]` : `[${i}]`, each]));
  return [keyed(a), keyed(b)];
}

function compareEntries(a: Entries, b: Entries, field: FieldSpec, place: Place): void {
  const single = { ...field, label: "single" } as const;
  for (const key of new Set([...a.keys(), ...b.keys()])) {
    const [left, right] = [a.get(key), b.get(key)];
    if (JSON.stringify(left) === JSON.stringify(right)) continue;
    compareFields("", left, right, single, { ...place, path: place.path + key });
  }
}

/** A value as one line of text; null where nothing is there. */
function shown(name: string, value: unknown, field: FieldSpec): string | null {
  if (value === undefined) return null;
  if (field.label === "single") return oneLine(elementLines(value, field));
  const lines = fieldLines(name, value, field);
  return lines.length === 0 ? null : oneLine(lines).slice(name.length + 2);
}

function oneLine(lines: readonly string[]): string {
  return lines.map((line) => line.trim()).join(" ");
}
