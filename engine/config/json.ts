import { StatusError } from "../../base/status-error.ts";
import {
  defaultValue,
  emptyMessage,
  enumValues,
  fieldSpec,
  type MessageValue,
  messageSpec,
  setEntry,
} from "./fields.ts";
import { suggest } from "./near.ts";
import { integerInRange, isIntegerType } from "./numbers.ts";
import type { FieldSpec } from "./schema.ts";
import type { ModelConfig, Uint64 } from "./types.ts";

/**
 * A configuration as Triton's HTTP endpoint returns it: fields by their proto names in declaration order, with defaults;
 * messages and members of a oneof only if they are set.
 */
export function configToJson(config: ModelConfig): Record<string, unknown> {
  return messageToJson(config as unknown as MessageValue, "ModelConfig");
}

/** {@link configToJson} as text, with 64-bit integers as numbers with all digits. */
export function configToJsonText(config: ModelConfig): string {
  return JSON.stringify(
    messageToJson(config as unknown as MessageValue, "ModelConfig", bareDigits),
  );
}

type WriteValue = (value: unknown, field: FieldSpec) => unknown;

const bareDigits: WriteValue = (value, { type }) =>
  type === "uint64" && typeof value === "string" ? rawJson(value) : value;

/** `JSON.rawJSON`, which is missing in the compiler's library. */
function rawJson(text: string): unknown {
  return (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON(text);
}

function messageToJson(
  message: MessageValue,
  type: string,
  write: WriteValue = (value) => value,
): MessageValue {
  const json: MessageValue = {};
  for (const [name, field] of Object.entries(messageSpec(type))) {
    const value = message[name] ?? defaultValue(field);
    if (value !== undefined) json[name] = fieldToJson(value, field, write);
  }
  return json;
}

function fieldToJson(value: unknown, field: FieldSpec, write: WriteValue): unknown {
  if (field.label === "repeated")
    return (value as unknown[]).map((item) => valueToJson(item, field, write));
  if (field.label === "single") return valueToJson(value, field, write);
  const json: MessageValue = {};
  for (const [key, item] of Object.entries(value as MessageValue)) {
    setEntry(json, key, valueToJson(item, field, write));
  }
  return json;
}

function valueToJson(value: unknown, field: FieldSpec, write: WriteValue): unknown {
  if (field.kind === "message") return messageToJson(value as MessageValue, field.type, write);
  return typeof value === "number" && !Number.isFinite(value)
    ? floatName(value)
    : write(value, field);
}

function floatName(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  return value > 0 ? "Infinity" : "-Infinity";
}

/**
 * Parses a configuration from JSON, such as the `config` parameter of a load. Follows protobuf's JSON mapping: proto
 * names or lowerCamelCase, integers as numbers or strings, enums by name or number, null for unset. Throws
 * INVALID_ARGUMENT that names the field, also for fields that ModelConfig doesn't have.
 */
export function configFromJson(value: unknown): ModelConfig {
  return messageFromJson(value, "ModelConfig", "") as unknown as ModelConfig;
}

function refuse(path: string, reason: string): StatusError {
  const where = path === "" ? "the model configuration" : path;
  return new StatusError("INVALID_ARGUMENT", `${where} ${reason}`, { details: { field: path } });
}

function messageFromJson(value: unknown, type: string, path: string): MessageValue {
  const message = emptyMessage(type);
  const oneofs = new Map<string, string>();
  for (const [key, item] of Object.entries(objectFrom(value, path))) {
    const name = fieldName(type, key, path);
    const field = fieldSpec(type, name) as FieldSpec;
    const fieldPath = path === "" ? name : `${path}.${name}`;
    if (item === null) continue;
    if (field.oneof !== undefined) {
      const other = oneofs.get(field.oneof);
      if (other !== undefined) {
        throw refuse(fieldPath, `can't be combined with ${other}: give only one of them`);
      }
      oneofs.set(field.oneof, name);
    }
    message[name] = fieldFromJson(item, field, fieldPath);
  }
  return message;
}

function objectFrom(value: unknown, path: string): Record<string, unknown> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw refuse(path, `must be a JSON object, found ${describe(value)}`);
}

function fieldName(type: string, key: string, path: string): string {
  const name = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const found = [key, name].find((candidate) => fieldSpec(type, candidate) !== undefined);
  if (found !== undefined) return found;
  const near = suggest(key, Object.keys(messageSpec(type)));
  throw refuse(path, `has no field "${key}"${near}`);
}

/** As {@link configFromJson}, for the value of one field; `path` is its name in error messages. */
export function fieldFromJson(value: unknown, field: FieldSpec, path: string): unknown {
  if (field.label === "single") return valueFromJson(value, field, path);
  if (field.label === "repeated") {
    if (!Array.isArray(value)) throw refuse(path, `must be a JSON array, found ${describe(value)}`);
    return value.map((item, index) => valueFromJson(item, field, `${path}[${index}]`));
  }
  const entries: MessageValue = {};
  for (const [key, item] of Object.entries(objectFrom(value, path))) {
    const itemPath = `${path}[${JSON.stringify(key)}]`;
    const name = field.key === "uint64" ? String(integerFrom(key, "uint64", itemPath)) : key;
    setEntry(entries, name, valueFromJson(item, field, itemPath));
  }
  return entries;
}

function valueFromJson(value: unknown, field: FieldSpec, path: string): unknown {
  if (field.kind === "message") return messageFromJson(value, field.type, path);
  if (field.kind === "enum") return enumFrom(value, field.type, path);
  if (isIntegerType(field.type)) return integerFrom(value, field.type, path);
  if (field.type === "float" || field.type === "double") return floatFrom(value, path);
  const expected = field.type === "bool" ? "boolean" : "string";
  if (typeof value === expected) return value;
  throw refuse(path, `must be a ${expected}, found ${describe(value)}`);
}

function enumFrom(value: unknown, enumName: string, path: string): string {
  const names = enumValues(enumName).map((known) => known.name);
  const name = typeof value === "number" ? names[value] : value;
  if (typeof name === "string" && names.includes(name)) return name;
  throw refuse(path, `must be one of ${names.join(", ")}, found ${describe(value)}`);
}

function integerFrom(value: unknown, type: string, path: string): Uint64 {
  const text = typeof value === "number" && Number.isInteger(value) ? BigInt(value) : value;
  const whole = typeof text === "string" && /^-?\d{1,40}$/.test(text) ? BigInt(text) : text;
  if (typeof whole !== "bigint" || !isIntegerType(type)) {
    throw refuse(path, `must be a whole number (${type}), found ${describe(value)}`);
  }
  try {
    return integerInRange(whole, type);
  } catch (error) {
    throw refuse(path, (error as Error).message);
  }
}

function floatFrom(value: unknown, path: string): number {
  if (typeof value === "number") return value;
  const known = ["NaN", "Infinity", "-Infinity"].includes(String(value));
  const numeric = typeof value === "string" && value.trim() !== "" && !Number.isNaN(Number(value));
  if (known || numeric) return Number(value);
  throw refuse(path, `must be a number, found ${describe(value)}`);
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object" && value !== null) return "an object";
  return typeof value === "bigint" ? String(value) : (JSON.stringify(value) ?? String(value));
}
