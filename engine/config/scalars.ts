import { enumValues } from "./fields.ts";
import { suggest } from "./near.ts";
import { integerInRange, type IntegerType, isIntegerType, parseIntegerLiteral } from "./numbers.ts";
import type { FieldSpec } from "./schema.ts";
import { decodeStrings } from "./strings.ts";
import { shorten, type Token } from "./tokens.ts";
import type { ScalarNode } from "./tree.ts";
import type { Uint64 } from "./types.ts";

const BOOLEANS: Readonly<Record<string, boolean>> = {
  true: true,
  True: true,
  t: true,
  "1": true,
  false: false,
  False: false,
  f: false,
  "0": false,
};

/**
 * Parses a scalar as protoc does for this type. Throws a SyntaxError or RangeError whose message completes
 * "field …".
 */
export function readScalar(node: ScalarNode, field: FieldSpec): string | boolean | number {
  if (field.kind === "enum") return readEnum(node, field.type);
  if (field.type === "string") return readString(node);
  if (field.type === "bool") return readBool(node);
  if (isIntegerType(field.type)) return readInteger(node, field.type);
  const value = readFloat(node);
  return field.type === "float" ? singlePrecision(value) : value;
}

function shortSource(node: ScalarNode): string {
  return shorten(node.tokens.map((token) => token.text).join(""));
}

function mismatch(expected: string, node: ScalarNode): SyntaxError {
  return new SyntaxError(`expects ${expected}, found ${shortSource(node)}`);
}

/** Separates the sign from the single token of a name or number. */
function split(node: ScalarNode): { negative: boolean; token: Token } {
  const negative = node.tokens[0]?.text === "-";
  return {
    negative,
    token: (node.tokens[1] && negative ? node.tokens[1] : node.tokens[0]) as Token,
  };
}

function readString(node: ScalarNode): string {
  if (node.tokens[0]?.kind !== "string") throw mismatch("a string in quotes", node);
  return decodeStrings(node.tokens);
}

function readBool(node: ScalarNode): boolean {
  const { negative, token } = split(node);
  const number = token.kind === "integer" ? String(parseIntegerLiteral(token.text)) : token.text;
  const known = !negative && token.kind !== "string" && Object.hasOwn(BOOLEANS, number);
  if (!known) throw mismatch("true or false", node);
  return BOOLEANS[number] as boolean;
}

function readInteger(node: ScalarNode, type: IntegerType): Uint64 {
  const { negative, token } = split(node);
  if (token.kind !== "integer") throw mismatch(`a whole number (${type})`, node);
  const small = smallInteger(token.text);
  if (small !== undefined && !negative) return small;
  const magnitude = parseIntegerLiteral(token.text);
  if (magnitude === undefined)
    throw new RangeError(`is ${shortSource(node)}, too large for ${type}`);
  if (negative && magnitude === 0n && type.startsWith("uint")) {
    throw new RangeError(`is -0, but ${type} takes no sign`);
  }
  return integerInRange(negative ? -magnitude : magnitude, type);
}

/** A short decimal literal, which fits in every type without big integers. */
function smallInteger(text: string): number | undefined {
  return text.length < 10 && !text.startsWith("0") ? Number(text) : undefined;
}

function readFloat(node: ScalarNode): number {
  const { negative, token } = split(node);
  const magnitude = floatMagnitude(token);
  if (magnitude === undefined) throw mismatch("a decimal number, inf or nan", node);
  return negative ? -magnitude : magnitude;
}

/** Keeps the digits as written, but limits the range to that of a float. */
function singlePrecision(value: number): number {
  const narrow = Math.fround(value);
  return Number.isFinite(narrow) && narrow !== 0 ? value : narrow;
}

function floatMagnitude(token: Token): number | undefined {
  const text = token.text.toLowerCase();
  if (token.kind === "float") return Number(text.replace(/f$/, ""));
  if (token.kind === "integer") return /^0[0-7x]/.test(text) ? undefined : Number(text);
  if (token.kind !== "identifier") return undefined;
  if (text === "inf" || text === "infinity") return Number.POSITIVE_INFINITY;
  return text === "nan" ? Number.NaN : undefined;
}

function readEnum(node: ScalarNode, enumName: string): string {
  const values = enumValues(enumName);
  const names = values.map((value) => value.name);
  const { negative, token } = split(node);
  if (token.kind === "integer") {
    const number = Number(parseIntegerLiteral(token.text) ?? values.length);
    const name = negative && number !== 0 ? undefined : names[number];
    if (name !== undefined) return name;
  } else if (token.kind === "identifier" && !negative && names.includes(token.text)) {
    return token.text;
  }
  throw new SyntaxError(
    `expects one of ${names.join(", ")}, found ${shortSource(node)}${suggest(token.text, names)}`,
  );
}
