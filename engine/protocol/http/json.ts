import { StatusError } from "../status.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** Parses a request's JSON. Integers that a number cannot hold come as bigints. INVALID_ARGUMENT unless it is an object. */
export function parseObject(text: string): JsonObject {
  const value = parse(text);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as JsonObject;
  }
  throw new StatusError(
    "INVALID_ARGUMENT",
    "failed to parse the request JSON buffer: expected an object",
  );
}

/** As long as integers that a number may not hold exactly; neither the digits of a fraction nor those of a text's word. */
const LONG_INTEGER = /[[,:\s]-?\d{16,}[\s,\]}]/;

function parse(text: string): unknown {
  try {
    return LONG_INTEGER.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
  } catch (error) {
    const value = NOT_FINITE.test(text) ? parseNotFinite(text) : undefined;
    if (value !== undefined) return value;
    throw new StatusError(
      "INVALID_ARGUMENT",
      `failed to parse the request JSON buffer: ${(error as Error).message}`,
      { cause: error },
    );
  }
}

/** The numbers that Triton's parser takes beyond JSON's (rule W16). */
const NOT_FINITE = /-?(?:NaN|Inf(?:inity)?)\b/;
/** These, and what tells whether one stands within a text. */
const NOT_FINITE_OR_TEXT = /\\.|"|-?(?:NaN|Inf(?:inity)?)\b/gs;

/** `text` with numbers that are not finite; undefined where it is no JSON for another reason too. */
function parseNotFinite(text: string): unknown {
  let mark = "number ";
  while (text.includes(`"${mark}`)) mark += " ";
  let within = false;
  const marked = text.replace(NOT_FINITE_OR_TEXT, (token) => {
    if (token === '"') within = !within;
    return within || token === '"' || token.startsWith("\\") ? token : `"${mark}${token}"`;
  });
  try {
    return JSON.parse(marked, (key, value, context?: { source?: string }) => {
      if (typeof value !== "string" || !value.startsWith(mark)) {
        return keepDigits(key, value, context);
      }
      const word = value.slice(mark.length);
      return Number(word.endsWith("Inf") ? `${word}inity` : word.replace("-NaN", "NaN"));
    });
  } catch {
    return undefined;
  }
}

/** A reviver that keeps the digits of integers too large for a number. */
function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
  return context?.source && /^-?\d+$/.test(context.source) ? BigInt(context.source) : value;
}

/** The member `name`, or INVALID_ARGUMENT in Triton's words. */
export function required(object: JsonObject, name: string): unknown {
  const value = object[name];
  if (value !== undefined) return value;
  throw new StatusError(
    "INVALID_ARGUMENT",
    `Unable to parse '${name}': attempt to access non-existing object member '${name}'`,
  );
}

export function requiredString(object: JsonObject, name: string): string {
  const value = required(object, name);
  if (typeof value === "string") return value;
  throw unparsable(name, "non-string as string");
}

/** An array of objects; empty where `name` is absent. */
export function optionalObjects(object: JsonObject, name: string): JsonObject[] {
  const value = object[name] ?? [];
  if (Array.isArray(value) && value.every((item) => typeof item === "object" && item !== null)) {
    return value;
  }
  throw unparsable(name, "non-array as array");
}

/** An object; empty where `name` is absent. */
export function optionalObject(object: JsonObject, name: string): JsonObject {
  const value = object[name] ?? {};
  if (typeof value === "object" && !Array.isArray(value)) return value as JsonObject;
  throw unparsable(name, "non-object as object");
}

/** A string; empty where `name` is absent. */
export function optionalString(object: JsonObject, name: string): string {
  const value = object[name] ?? "";
  if (typeof value === "string") return value;
  throw unparsable(name, "non-string as string");
}

/** `absent` where there is no `name`. */
export function optionalBoolean(object: JsonObject, name: string, absent = false): boolean {
  const value = object[name] ?? absent;
  if (typeof value === "boolean") return value;
  throw unparsable(name, "non-boolean as boolean");
}

/** What a member of the wrong type is answered, in Triton's words. */
export function unparsable(name: string, reason: string): StatusError {
  return new StatusError(
    "INVALID_ARGUMENT",
    `Unable to parse '${name}': attempt to access JSON ${reason}`,
  );
}
