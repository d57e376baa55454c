import { StatusError } from "../../../base/status-error.ts";
import type { FlagChange, LaunchFlag } from "../../contract/index.ts";
import { canonicalFlag, findFlag, spellings } from "./index.ts";

/** What the console sets itself, or could not measure with. */
const RESERVED: Readonly<Record<string, string>> = {
  "--host": "the console sets the address",
  "--port": "the console sets the port",
  "--uds": "the console measures over TCP",
  "--api-key": "the console would have to store and show the key",
  "--admin-api-key": "the console would have to store and show the key",
  "--ssl-keyfile": "the console measures without TLS here",
  "--ssl-certfile": "the console measures without TLS here",
  "--root-path": "the console measures at the root path",
};

/** Arguments with some flags changed; all others are as before, in their order. INVALID_ARGUMENT. */
export function withChanges(
  base: readonly string[],
  changes: readonly FlagChange[],
  known: readonly LaunchFlag[],
): string[] {
  let words = [...base];
  for (const change of changes) words = withChange(words, change, known);
  return words;
}

/** Sets a flag whatever the rules for candidates. */
export function withFlag(words: readonly string[], name: string, value: string): string[] {
  return replace(words, { names: [name], takesValue: true }, [name, value]);
}

/** INVALID_ARGUMENT names a flag of the arguments that can't be there. */
export function refuseReserved(words: readonly string[], except: readonly string[]): void {
  for (const word of words) {
    const reason = RESERVED[canonicalFlag(word)];
    if (reason !== undefined && !except.includes(canonicalFlag(word)))
      throw invalid(`${canonicalFlag(word)} can't be among the flags: ${reason}. Remove it.`);
  }
}

function withChange(
  words: readonly string[],
  { flag: name, value }: FlagChange,
  known: readonly LaunchFlag[],
): string[] {
  const reserved = RESERVED[canonicalFlag(name)];
  if (reserved !== undefined) throw invalid(`${name} can't be changed: ${reserved}.`);
  const flag = findFlag(known, name);
  if (!flag) return changeUnknown(words, name, value);
  const target = { names: spellings(flag), takesValue: flag.value.kind !== "switch" };
  if (value === null) return replace(words, target, []);
  return replace(words, target, written(flag, checked(flag, value)));
}

/** An unknown flag is one word, or one word with the next one as its value. */
function changeUnknown(words: readonly string[], name: string, value: string | null): string[] {
  const target = { names: [canonicalFlag(name)], takesValue: null };
  if (value === null) return replace(words, target, []);
  return replace(words, target, value === "" ? [name] : withValue(name, value));
}

function written({ name, value: kind }: LaunchFlag, value: string): string[] {
  if (kind.kind !== "switch") return withValue(name, value);
  if (value === "on") return [name];
  return kind.off === "" ? [] : [kind.off];
}

/** A parser would take a value that begins with a dash for a flag. */
function withValue(name: string, value: string): string[] {
  return value.startsWith("-") ? [`${name}=${value}`] : [name, value];
}

/** The value as it is written. INVALID_ARGUMENT says what would be right. */
function checked({ name, value: kind }: LaunchFlag, given: string): string {
  const value = given.trim();
  switch (kind.kind) {
    case "switch":
      if (value === "on" || value === "off") return value;
      throw invalid(`${name} is '${value}', but takes no value: set it on or off.`);
    case "choice":
      if (kind.choices.includes(value)) return value;
      throw invalid(`${name} is '${value}', but must be one of ${kind.choices.join(", ")}.`);
    case "text":
      if (value !== "") return value;
      throw invalid(`${name} has no value.`);
    case "number":
      if (isInRange(kind, value)) return value;
      throw invalid(`${name} is '${value}', but must be ${rangeText(kind)}.`);
  }
}

type NumberKind = Extract<LaunchFlag["value"], { kind: "number" }>;

function isInRange({ whole, least, most, exclusive }: NumberKind, text: string): boolean {
  if (!/^-?(\d+\.?\d*|\.\d+)$/.test(text)) return false;
  const value = Number(text);
  if (whole && !Number.isSafeInteger(value)) return false;
  if (value < least || (exclusive && value === least)) return false;
  return most === null || value <= most;
}

function rangeText({ whole, least, most, exclusive }: NumberKind): string {
  const from = exclusive ? `more than ${least}` : `at least ${least}`;
  return `a ${whole ? "whole " : ""}number, ${from}${most === null ? "" : ` and at most ${most}`}`;
}

interface Target {
  readonly names: readonly string[];
  /** Null: it does if the next word is no flag. */
  readonly takesValue: boolean | null;
}

/** Puts words where the flag was first, or at the end; all of its occurrences go. */
function replace(
  words: readonly string[],
  { names, takesValue }: Target,
  put: readonly string[],
): string[] {
  const kept: string[] = [];
  let place = -1;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (!names.includes(canonicalFlag(word))) {
      kept.push(word);
      continue;
    }
    if (place === -1) place = kept.length;
    const next = words[at + 1];
    const isValue =
      next !== undefined && (takesValue ?? true) && (!next.startsWith("-") || isNumber(next));
    if (!word.includes("=") && isValue) at++;
  }
  return place === -1 ? [...kept, ...put] : [...kept.slice(0, place), ...put, ...kept.slice(place)];
}

const isNumber = (word: string) => /^-\d/.test(word);

function invalid(message: string): StatusError {
  return new StatusError("INVALID_ARGUMENT", message, { details: { field: "candidates" } });
}
