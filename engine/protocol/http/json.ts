import { isUtf8 } from "node:buffer";
import { joinedSegments } from "../joined.ts";
import { MAX_BYTES_AT_ONCE } from "../request-limits.ts";
import { StatusError } from "../../../base/status-error.ts";
import { finish, type Steps } from "../../../base/steps.ts";
import { timeSlices } from "../time-slices.ts";
import { type Body, sliceBytes, sliceSegments } from "./body.ts";
import { notJson } from "./json-cursor.ts";
import { type IsRaw, readJson } from "./json-reader.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** Parses a request's JSON at once. Integers that a number can't hold come as bigints. INVALID_ARGUMENT unless it is an object. */
export function parseObject(bytes: Buffer): JsonObject {
  return object(parse(bytes));
}

/** The same of a body that may be large: in time slices then. Members that `isRaw` names come as RawJson there. */
export async function readObject(
  { body, signal }: { body: Body; signal: AbortSignal },
  isRaw?: IsRaw,
): Promise<JsonObject> {
  const { byteLength } = body;
  if (byteLength <= MAX_BYTES_AT_ONCE) return parseObject(sliceBytes(body, 0, byteLength));
  return timeSlices.run(byteLength, readObjectSteps(body, byteLength, isRaw), signal);
}

/** The first `length` bytes of a body as an object, in steps. */
export function* readObjectSteps(body: Body, length: number, isRaw?: IsRaw): Steps<JsonObject> {
  const bytes = yield* joinedSegments(sliceSegments(body, 0, length), length);
  refuseOtherThanUtf8(bytes);
  yield;
  return object(yield* readJson(bytes, isRaw));
}

function object(value: unknown): JsonObject {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as JsonObject;
  }
  throw notJson("expected an object");
}

/** As long as integers that a number may not hold exactly; neither the digits of a fraction nor those of a text's word. */
const LONG_INTEGER = /[[,:\s]-?\d{16,}[\s,\]}]/;

/** The numbers that Triton's parser takes beyond JSON's (rule PROTO-16). */
const NOT_FINITE = /-?(?:NaN|Inf(?:inity)?)\b/;

/** The language's parser is faster, but knows neither long integers nor numbers that are not finite. */
function parse(bytes: Buffer): unknown {
  refuseOtherThanUtf8(bytes);
  const text = bytes.toString("utf8");
  if (LONG_INTEGER.test(text)) return finish(readJson(bytes));
  try {
    return JSON.parse(text);
  } catch (error) {
    if (NOT_FINITE.test(text)) return finish(readJson(bytes));
    throw notJson((error as Error).message);
  }
}

function refuseOtherThanUtf8(bytes: Buffer): void {
  if (!isUtf8(bytes)) throw notJson("it is not UTF-8");
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

/** An integer that is not negative, as near to it as a number comes; undefined where `name` is absent. */
export function optionalUnsigned(object: JsonObject, name: string): number | undefined {
  const value = object[name];
  if (value === undefined) return undefined;
  if (typeof value === "bigint" && value >= 0n) return Number(value);
  if (Number.isInteger(value) && (value as number) >= 0) return value as number;
  throw unparsable(name, "non-unsigned-integer as unsigned-integer");
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
