import { type MessageValue, messageSpec, zeroValue } from "./fields.ts";
import type { FieldSpec } from "./schema.ts";
import { quoteString } from "./strings.ts";
import type { ModelConfig } from "./types.ts";

/** Prints a configuration as config.pbtxt text, without fields at their default. */
export function printConfig(config: ModelConfig): string {
  const lines = messageLines(config as unknown as MessageValue, "ModelConfig");
  return lines.map((line) => `${line}\n`).join("");
}

/** The lines of one field of a message; none for a single scalar at its default. */
export function fieldLines(name: string, value: unknown, field: FieldSpec): string[] {
  if (field.label === "repeated") return repeatedLines(name, value as unknown[], field);
  if (field.label === "map") return mapLines(name, value as MessageValue, field);
  return isDefault(value, field) ? [] : valueLines(name, value, field);
}

/** The lines of one value as a list element. */
export function elementLines(value: unknown, field: FieldSpec): string[] {
  if (field.kind !== "message") return [scalarText(value, field)];
  return block("{", messageLines(value as MessageValue, field.type), "}");
}

function messageLines(message: MessageValue, type: string): string[] {
  return Object.entries(messageSpec(type)).flatMap(([name, field]) => {
    const value = message[name];
    return value === undefined ? [] : fieldLines(name, value, field);
  });
}

/** Members of a oneof are printed even if zero. */
function isDefault(value: unknown, field: FieldSpec): boolean {
  if (field.kind === "message" || field.oneof !== undefined) return false;
  return Object.is(value, zeroValue(field));
}

function valueLines(name: string, value: unknown, field: FieldSpec): string[] {
  if (field.kind !== "message") return [`${name}: ${scalarText(value, field)}`];
  return block(`${name} {`, messageLines(value as MessageValue, field.type), "}");
}

function block(open: string, lines: string[], close: string): string[] {
  if (lines.length === 0) return [open + close];
  return [open, ...lines.map((line) => `  ${line}`), close];
}

function repeatedLines(name: string, values: unknown[], field: FieldSpec): string[] {
  if (values.length === 0) return [];
  if (field.kind !== "message") {
    return [`${name}: [${values.map((value) => scalarText(value, field)).join(", ")}]`];
  }
  const blocks = values.flatMap((value, index) => {
    const lines = elementLines(value, field);
    return index < values.length - 1 ? [...lines.slice(0, -1), `${lines.at(-1)},`] : lines;
  });
  return block(`${name} [`, blocks, "]");
}

function mapLines(name: string, entries: MessageValue, field: FieldSpec): string[] {
  return Object.entries(entries).flatMap(([key, value]) =>
    block(`${name} {`, mapEntryLines(key, value, field), "}"),
  );
}

/** The lines of one map entry as a list element. */
export function mapElementLines(key: string, value: unknown, field: FieldSpec): string[] {
  return block("{", mapEntryLines(key, value, field), "}");
}

function mapEntryLines(key: string, value: unknown, field: FieldSpec): string[] {
  const keyText = field.key === "uint64" ? key : quoteString(key);
  return [`key: ${keyText}`, ...valueLines("value", value, field)];
}

/** Formats one scalar or enum value. */
export function scalarText(value: unknown, field: FieldSpec): string {
  if (field.kind === "enum" || field.type === "uint64") return String(value);
  if (typeof value === "string") return quoteString(value);
  if (typeof value !== "number" || Number.isFinite(value)) {
    return Object.is(value, -0) ? "-0" : String(value);
  }
  if (Number.isNaN(value)) return "nan";
  return value > 0 ? "inf" : "-inf";
}
