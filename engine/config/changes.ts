import { defaultValue, type MessageValue, messageSpec } from "./fields.ts";
import { elementLines, fieldLines } from "./print.ts";
import type { FieldSpec } from "./schema.ts";
import type { ModelConfig } from "./types.ts";

/** A field that differs between two configurations. */
export interface ConfigChange {
  /** E.g. `dynamic_batching.max_queue_delay_microseconds`, `input["x"].dims`. */
  readonly path: string;
  /** The value as text; null where it is not set. */
  readonly before: string | null;
  readonly after: string | null;
}

/**
 * The fields that differ between two configurations, in schema order. An unset scalar counts as its default; elements
 * with a name are matched by name, others by position.
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

interface NamedField {
  readonly name: string;
  readonly spec: FieldSpec;
}

function compareMessages(before: MessageValue, after: MessageValue, place: Place): void {
  for (const [name, field] of Object.entries(messageSpec(place.type))) {
    const path = place.path === "" ? name : `${place.path}.${name}`;
    const a = before[name] ?? defaultValue(field);
    const b = after[name] ?? defaultValue(field);
    if (JSON.stringify(a) === JSON.stringify(b)) continue;
    compareFields(a, b, { name, spec: field }, { ...place, path });
  }
}

function compareFields(a: unknown, b: unknown, field: NamedField, { path, changes }: Place): void {
  const { spec } = field;
  const inner = { type: spec.type, changes };
  if (spec.kind === "message" && spec.label === "single" && a !== undefined && b !== undefined) {
    compareMessages(a as MessageValue, b as MessageValue, { ...inner, path });
  } else if (spec.label === "map") {
    compareEntries(mapEntries(a), mapEntries(b), spec, { ...inner, path });
  } else if (spec.label === "repeated" && spec.kind === "message") {
    const [left, right] = elements(a as MessageValue[], b as MessageValue[]);
    compareEntries(left, right, spec, { ...inner, path });
  } else {
    changes.push({ path, before: shown(a, field), after: shown(b, field) });
  }
}

type Entries = ReadonlyMap<string, unknown>;

function mapEntries(value: unknown): Entries {
  const entries = Object.entries((value ?? {}) as MessageValue);
  return new Map(entries.map(([key, item]) => [`["${key}"]`, item]));
}

/** Elements by name if every element has a unique one, else by position. */
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
  const element = { name: "", spec: { ...field, label: "single" } } as const;
  for (const key of new Set([...a.keys(), ...b.keys()])) {
    const [left, right] = [a.get(key), b.get(key)];
    if (JSON.stringify(left) === JSON.stringify(right)) continue;
    compareFields(left, right, element, { ...place, path: place.path + key });
  }
}

/** A value as one line of text; null if it is absent. */
function shown(value: unknown, { name, spec }: NamedField): string | null {
  if (value === undefined) return null;
  if (spec.label === "single") return oneLine(elementLines(value, spec));
  const lines = fieldLines(name, value, spec);
  return lines.length === 0 ? null : oneLine(lines).slice(name.length + 2);
}

function oneLine(lines: readonly string[]): string {
  return lines.map((line) => line.trim()).join(" ");
}
