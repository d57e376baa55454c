import type { CancelSignal } from "../../../base/cancellation.ts";
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

/**
 * Parses a request's JSON at once. Integers beyond a double's precision become bigints.
 * INVALID_ARGUMENT unless it is an object.
 */
export function parseObject(bytes: Buffer): JsonObject {
  return object(parse(bytes));
}

/**
 * Parses a body that may be large: in time slices if it is, and with members selected by `isRaw` as
 * RawJson.
 */
export async function readObject(
  { body, signal }: { body: Body; signal: CancelSignal },
  isRaw?: IsRaw,
): Promise<JsonObject> {
  const { byteLength } = body;
  if (byteLength <= MAX_BYTES_AT_ONCE) return parseObject(sliceBytes(body, 0, byteLength));
  return timeSlices.run(byteLength, readObjectSteps(body, byteLength, isRaw), signal);
}

/** Parses the first `length` bytes of a body as an object, in steps. */
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

/**
 * Integers long enough to exceed a double's precision; excludes digits of fractions and inside
 * words.
 */
const LONG_INTEGER = /[[,:\s]-?\d{16,}[\s,\]}]/;

/** Numbers that Triton's parser accepts in addition to JSON's (PROTO-16). */
const NOT_FINITE = /-?(?:NaN|Inf(?:inity)?)\b/;

/** JSON.parse is faster but supports neither long integers nor numbers that are not finite. */
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

/** The member `name`; INVALID_ARGUMENT with Triton's message if it is missing. */
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

/** An array of objects; empty if `name` is absent. */
export function optionalObjects(object: JsonObject, name: string): JsonObject[] {
  const value = object[name] ?? [];
  if (Array.isArray(value) && value.every((item) => typeof item === "object" && item !== null)) {
    return value;
  }
  throw unparsable(name, "non-array as array");
}

/** An object; empty if `name` is absent. */
export function optionalObject(object: JsonObject, name: string): JsonObject {
  const value = object[name] ?? {};
  if (typeof value === "object" && !Array.isArray(value)) return value as JsonObject;
  throw unparsable(name, "non-object as object");
}

/** A string; empty if `name` is absent. */
export function optionalString(object: JsonObject, name: string): string {
  const value = object[name] ?? "";
  if (typeof value === "string") return value;
  throw unparsable(name, "non-string as string");
}

/** A non-negative integer, rounded to a double; undefined if `name` is absent. */
export function optionalUnsigned(object: JsonObject, name: string): number | undefined {
  const value = object[name];
  if (value === undefined) return undefined;
  if (typeof value === "bigint" && value >= 0n) return Number(value);
  if (Number.isInteger(value) && (value as number) >= 0) return value as number;
  throw unparsable(name, "non-unsigned-integer as unsigned-integer");
}

/** Returns `absent` if `name` is absent. */
export function optionalBoolean(object: JsonObject, name: string, absent = false): boolean {
  const value = object[name] ?? absent;
  if (typeof value === "boolean") return value;
  throw unparsable(name, "non-boolean as boolean");
}

/** Triton's error for a member of the wrong type. */
export function unparsable(name: string, reason: string): StatusError {
  return new StatusError(
    "INVALID_ARGUMENT",
    `Unable to parse '${name}': attempt to access JSON ${reason}`,
  );
}
