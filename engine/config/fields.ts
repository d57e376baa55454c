import { BATCHING_MESSAGES } from "./fields/batching.ts";
import { ENSEMBLE_MESSAGES } from "./fields/ensembles.ts";
import { ENUMS } from "./fields/enums.ts";
import { MODEL_MESSAGES } from "./fields/model.ts";
import { OPTIMIZATION_MESSAGES } from "./fields/optimization.ts";
import { PLACEMENT_MESSAGES } from "./fields/placement.ts";
import { SEQUENCE_MESSAGES } from "./fields/sequences.ts";
import { TENSOR_MESSAGES } from "./fields/tensors.ts";
import type { EnumValue, FieldSpec, MessageSpec, MessageTable } from "./schema.ts";

/**
 * Every message of ModelConfig by name: the one table behind parsing, JSON, defaults, printing, completion
 * and hover. Names are those of model_config.proto, without the package.
 */
export const MESSAGES: MessageTable = {
  ...MODEL_MESSAGES,
  ...TENSOR_MESSAGES,
  ...PLACEMENT_MESSAGES,
  ...OPTIMIZATION_MESSAGES,
  ...BATCHING_MESSAGES,
  ...SEQUENCE_MESSAGES,
  ...ENSEMBLE_MESSAGES,
};

export { ENUMS };

/** A message's value while it is being read: fields by name. */
export type MessageValue = Record<string, unknown>;

export function messageSpec(message: string): MessageSpec {
  const spec = MESSAGES[message];
  if (spec === undefined) throw new TypeError(`no message named ${message}`);
  return spec;
}

/** The spec of a message's field; undefined if there is no such field. */
export function fieldSpec(message: string, field: string): FieldSpec | undefined {
  const fields = messageSpec(message);
  return Object.hasOwn(fields, field) ? fields[field] : undefined;
}

/** The values of an enum; the index of a value is its number. */
export function enumValues(name: string): readonly EnumValue[] {
  const values = ENUMS[name];
  if (values === undefined) throw new TypeError(`no enum named ${name}`);
  return values;
}

/** A field's type in words: "repeated int64", "map of ModelParameter", "DataType". */
export function typeName(field: FieldSpec): string {
  if (field.label === "repeated") return `repeated ${field.type}`;
  return field.label === "map" ? `map of ${field.type}` : field.type;
}

/** The proto3 default of a field; undefined for messages and members of a oneof, which are absent if not set. */
export function defaultValue(field: FieldSpec): unknown {
  if (field.label === "repeated") return [];
  if (field.label === "map") return {};
  if (field.oneof !== undefined || field.kind === "message") return undefined;
  return zeroValue(field);
}

/** The zero value of a scalar or enum type. */
export function zeroValue(field: FieldSpec): string | boolean | number {
  if (field.kind === "enum") return enumValues(field.type)[0]?.name ?? "";
  if (field.type === "string") return "";
  return field.type === "bool" ? false : 0;
}

/** By message: field defaults (undefined for lists and maps), and the names of list and map fields. */
const initial = new Map<string, { values: MessageValue; lists: string[]; maps: string[] }>();

function makeInitial(message: string) {
  const known = initial.get(message);
  if (known !== undefined) return known;
  const values: MessageValue = {};
  const fields = Object.entries(messageSpec(message));
  for (const [name, field] of fields) {
    const value = defaultValue(field);
    if (value !== undefined) values[name] = field.label === "single" ? value : undefined;
  }
  const named = (label: FieldSpec["label"]) =>
    fields.filter(([, field]) => field.label === label).map(([name]) => name);
  const made = { values, lists: named("repeated"), maps: named("map") };
  initial.set(message, made);
  return made;
}

/** A message with all defaults, fields in declaration order. */
export function emptyMessage(message: string): MessageValue {
  const { values, lists, maps } = makeInitial(message);
  const value = { ...values };
  for (const name of lists) value[name] = [];
  for (const name of maps) value[name] = {};
  return value;
}

/** Adds an entry to a map; a plain assignment would lose the key "__proto__". */
export function setEntry(entries: MessageValue, key: string, value: unknown): void {
  if (key !== "__proto__") {
    entries[key] = value;
    return;
  }
  Object.defineProperty(entries, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}
