import fc from "fast-check";
import { enumValues, type MessageValue, messageSpec, zeroValue } from "../fields.ts";
import type { FieldSpec } from "../schema.ts";
import type { ModelConfig } from "../types.ts";
import { arbitraryConfig } from "./arbitrary-config.ts";

/** A configuration and one of its many texts: comments, spacing, list styles and spellings are random. */
export function arbitraryText(): fc.Arbitrary<{ config: ModelConfig; text: string }> {
  return fc.tuple(arbitraryConfig(), fc.nat()).map(([config, seed]) => ({
    config,
    text: new Writer(seed).document(config as unknown as MessageValue),
  }));
}

class Writer {
  #state: number;
  /** How often this text has comments, line breaks and separators. */
  readonly #habits: { comments: number; breaks: number; separators: number };

  constructor(seed: number) {
    this.#state = seed >>> 0;
    const often = () => this.#pick([0, 0.1, 0.5]);
    this.#habits = { comments: often(), breaks: this.#pick([0, 0.3, 1]), separators: often() };
  }

  document(config: MessageValue): string {
    return (
      this.#pick(["", "# header\n", "\n\n"]) +
      this.#fields(config, "ModelConfig", "") +
      this.#pick(["", "\n", " # end", "# end\n\n"])
    );
  }

  /** mulberry32 */
  #random(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  #pick<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.#random() * choices.length)] as T;
  }

  #chance(probability: number): boolean {
    return this.#random() < probability;
  }

  /** Space that may be between two tokens. */
  #space(indent: string, least: "" | " " = ""): string {
    if (this.#chance(this.#habits.comments / 4)) return ` # {"it's" [\n${indent}`;
    return this.#chance(0.1) ? this.#pick(["  ", "\t", " ", `\n${indent}`]) : least;
  }

  /** The end of a field: a line break with comments, or space. */
  #gap(indent: string): string {
    if (!this.#chance(this.#habits.breaks)) return this.#space(indent, " ");
    const after = this.#chance(this.#habits.comments) ? " # after" : "";
    const above = this.#chance(this.#habits.comments) ? `${indent}# above\n` : "";
    const blank = this.#chance(0.1) ? "\n" : "";
    return `${after}\n${blank}${above}${indent}`;
  }

  #fields(message: MessageValue, type: string, indent: string): string {
    const parts = Object.entries(messageSpec(type)).flatMap(([name, field]) => {
      const value = message[name];
      if (value === undefined) return [];
      if (field.label === "repeated")
        return this.#repeated(name, value as unknown[], field, indent);
      if (field.label === "map") return this.#map(name, value as MessageValue, field, indent);
      const implied = field.kind !== "message" && field.oneof === undefined;
      if (implied && Object.is(value, zeroValue(field)) && this.#chance(0.8)) return [];
      return [this.#field(name, this.#value(value, field, indent), field, indent)];
    });
    const separated = parts.map((part, index) => {
      const separator = this.#chance(this.#habits.separators)
        ? this.#space(indent) + this.#pick([",", ";"])
        : "";
      return part + separator + (index < parts.length - 1 ? this.#gap(indent) : "");
    });
    return separated.join("");
  }

  #field(name: string, value: string, field: FieldSpec, indent: string): string {
    const colon = field.kind !== "message" && field.label !== "map" ? ":" : this.#pick(["", ":"]);
    return name + this.#space(indent) + colon + this.#space(indent, this.#pick(["", " "])) + value;
  }

  #list(name: string, values: string[], field: FieldSpec, indent: string): string {
    const gap = () =>
      this.#chance(this.#habits.breaks / 2) ? this.#gap(`${indent}  `) : this.#space(indent);
    const items = values.map((value) => gap() + value + this.#space(indent));
    return this.#field(name, `[${items.join(",")}${gap()}]`, field, indent);
  }

  /** Values alternately in lists and as fields of their own. */
  #spread(name: string, values: string[], field: FieldSpec, indent: string): string[] {
    if (values.length === 0) return this.#chance(0.9) ? [] : [this.#list(name, [], field, indent)];
    const parts: string[] = [];
    for (let at = 0; at < values.length; ) {
      const count = this.#pick([1, 2, values.length]);
      const some = values.slice(at, at + count);
      parts.push(
        some.length === 1 && this.#chance(0.5)
          ? this.#field(name, some[0] as string, field, indent)
          : this.#list(name, some, field, indent),
      );
      at += count;
    }
    return parts;
  }

  #repeated(name: string, values: readonly unknown[], field: FieldSpec, indent: string): string[] {
    const texts = values.map((value) => this.#value(value, field, indent));
    return this.#spread(name, texts, field, indent);
  }

  #map(name: string, entries: MessageValue, field: FieldSpec, indent: string): string[] {
    const texts = Object.entries(entries).map(([key, value]) => {
      const keyText = field.key === "uint64" ? key : this.#string(key, indent);
      const parts = [
        `key:${this.#space(indent)}${keyText}`,
        this.#field(
          "value",
          this.#value(value, field, indent),
          { ...field, label: "single" },
          indent,
        ),
      ];
      if (this.#chance(0.2)) parts.reverse();
      return this.#braces(parts.join(this.#gap(`${indent}  `)), indent);
    });
    return this.#spread(name, texts, field, indent);
  }

  #braces(body: string, indent: string): string {
    const [open, close] = this.#pick(["{}", "{}", "<>"]);
    const inner = this.#chance(this.#habits.breaks);
    const start = inner ? `\n${indent}  ` : this.#space(indent, this.#pick(["", " "]));
    const end = inner ? `\n${indent}` : this.#space(indent, this.#pick(["", " "]));
    return open + start + body + end + close;
  }

  #value(value: unknown, field: FieldSpec, indent: string): string {
    if (field.kind === "message") {
      return this.#braces(this.#fields(value as MessageValue, field.type, `${indent}  `), indent);
    }
    if (field.kind === "enum") return this.#enum(value as string, field.type);
    if (typeof value === "boolean") {
      return this.#pick(value ? ["true", "True", "t", "1"] : ["false", "False", "f", "0"]);
    }
    if (field.type === "uint64") return this.#natural(BigInt(value as number | string));
    if (typeof value === "string") return this.#string(value, indent);
    return this.#number(value as number, field.type);
  }

  #enum(name: string, type: string): string {
    const number = enumValues(type).findIndex((value) => value.name === name);
    return this.#chance(0.9) ? name : String(number);
  }

  #natural(value: bigint): string {
    const octal = value === 0n ? "0" : `0${value.toString(8)}`;
    return this.#pick([String(value), String(value), `0x${value.toString(16)}`, octal]);
  }

  #number(value: number, type: string): string {
    const sign = value < 0 || Object.is(value, -0) ? this.#pick(["-", "- "]) : "";
    const size = Math.abs(value);
    if (type === "float" || type === "double") return sign + this.#float(size);
    const octal = size === 0 ? "0" : `0${size.toString(8)}`;
    return sign + this.#pick([String(size), String(size), `0x${size.toString(16)}`, octal]);
  }

  #float(size: number): string {
    if (size === Number.POSITIVE_INFINITY) return this.#pick(["inf", "Infinity", "INF"]);
    const text = String(size);
    return this.#pick([text, `${text}f`, size.toExponential(), text.replace(/^0\./, ".")]);
  }

  /** One or several string literals with either quote, which escape what must be escaped and a few more characters. */
  #string(text: string, indent: string): string {
    const chars = Array.from(text);
    const cut = this.#chance(0.2) ? Math.floor(this.#random() * chars.length) : 0;
    const parts = cut > 0 ? [chars.slice(0, cut), chars.slice(cut)] : [chars];
    return parts.map((part) => this.#literal(part)).join(this.#space(indent));
  }

  #literal(chars: readonly string[]): string {
    const quote = this.#pick(['"', "'"]);
    return quote + chars.map((char) => this.#char(char, quote)).join("") + quote;
  }

  #char(char: string, quote: string): string {
    const must = char === quote || char === "\\" || char < " ";
    if (!must && this.#chance(0.8)) return char;
    const code = char.codePointAt(0) as number;
    const hex = code.toString(16);
    const bytes = Array.from(new TextEncoder().encode(char));
    const named = { "\n": "\\n", "\t": "\\t", "\x07": "\\a", "?": "\\?", "'": "\\'" }[char];
    return this.#pick([
      bytes.map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join(""),
      bytes.map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join(""),
      code > 0xffff ? `\\U${hex.padStart(8, "0")}` : `\\u${hex.padStart(4, "0")}`,
      named ?? `\\${bytes.map((byte) => byte.toString(8).padStart(3, "0")).join("\\")}`,
    ]);
  }
}
