import { UsageError } from "../command.ts";

/** Errors have the flag, its value and what would be right. */
export function wrong(flag: string, text: string, right: string): never {
  const shown = text.length > 80 ? `${text.slice(0, 77)}...` : text;
  throw new UsageError(`${flag} is '${shown}'; it must be ${right}.`);
}

export function integer(flag: string, text: string, least: number, most: number): number {
  const value = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  return wrong(flag, text, `a whole number from ${least} to ${most}`);
}

export function number(flag: string, text: string, least: number, most: number): number {
  const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  return wrong(flag, text, `a number from ${least} to ${most}`);
}

export const positive = (flag: string, text: string, most: number) =>
  number(flag, text, Number.MIN_VALUE, most);

export const optional = <T>(text: string | undefined, read: (text: string) => T): T | null =>
  text === undefined ? null : read(text);

/** NAME and the text after its last colon. */
export function afterColon(flag: string, text: string, right: string): [string, string] {
  const at = text.lastIndexOf(":");
  return at < 1 ? wrong(flag, text, right) : [text.slice(0, at), text.slice(at + 1)];
}

/** The text before and after the first equals sign. */
export function atEquals(flag: string, text: string, right: string): [string, string] {
  const at = text.indexOf("=");
  return at < 0 ? wrong(flag, text, right) : [text.slice(0, at), text.slice(at + 1)];
}

/** The name of the one given flag, or null. More than one is an error. */
export function readChoice(
  values: Readonly<Record<string, unknown>>,
  names: readonly string[],
): string | null {
  const given = names.filter((name) => values[name] !== undefined && values[name] !== false);
  if (given.length > 1) {
    throw new UsageError(`--${given[0]} and --${given[1]} exclude each other; give one of them.`);
  }
  return given[0] ?? null;
}
