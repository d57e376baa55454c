import type { TritonLog, TritonTrace } from "../../main/contract/index.ts";

/** Edited settings by name; unchanged ones are left out. */
export type TraceDraft = Readonly<Record<string, readonly string[]>>;
export type LogDraft = Readonly<Record<string, boolean | string>>;

export const LEVELS = ["TIMESTAMPS", "TENSORS"] as const;

/** Trace settings with one value that can be changed on a running server; trace_file only in older versions. */
export const TRACE_FIELDS = ["trace_rate", "trace_count", "log_frequency", "trace_file"] as const;

const WHOLE = /^\d+$/;

/** Levels with one added or removed; without any it is OFF. */
export function withLevel(levels: readonly string[], level: string, on: boolean): string[] {
  const others = levels.filter((each) => each !== level && each !== "OFF");
  const next = on ? [...others, level] : others;
  return next.length > 0 ? LEVELS.filter((each) => next.includes(each)) : ["OFF"];
}

/** Edited values that differ from the server's. */
export function traceChanges(current: TritonTrace, draft: TraceDraft): TritonTrace {
  return Object.fromEntries(
    Object.entries(draft)
      .map(([name, values]): [string, string[]] => [name, values.map((value) => value.trim())])
      .filter(([name, values]) => !same(current[name], values)),
  );
}

export function logChanges(current: TritonLog, draft: LogDraft): TritonLog {
  const wanted = Object.entries(draft).map(([name, value]): [string, TritonLog[string]] => [
    name,
    typeof current[name] === "number" ? Number(value) : value,
  ]);
  return Object.fromEntries(wanted.filter(([name, value]) => current[name] !== value));
}

/** Why an entered value is invalid; null if it is valid. */
export function traceFault(name: string, value: string): string | null {
  const typed = value.trim();
  if (name === "trace_rate")
    return WHOLE.test(typed) && Number(typed) >= 1
      ? null
      : "Enter a whole number of at least 1. 1 traces every request.";
  if (name === "trace_count")
    return WHOLE.test(typed) || typed === "-1" ? null : "Enter a whole number, or -1 for no limit.";
  if (name === "log_frequency")
    return WHOLE.test(typed) ? null : "Enter a whole number. 0 writes one file at the end.";
  return null;
}

export function logFault(current: TritonLog[string], value: boolean | string): string | null {
  if (typeof current !== "number") return null;
  return WHOLE.test(String(value).trim()) ? null : "Enter a whole number of at least 0.";
}

/** Settings that the server returned with other values than requested. Ignores the trace count, which decreases by itself. */
export function leftAlone(
  asked: TritonTrace | TritonLog,
  answered: TritonTrace | TritonLog,
): string[] {
  return Object.entries(asked)
    .filter(([name, value]) => name !== "trace_count" && !same(answered[name], value))
    .filter(([, value]) => !(Array.isArray(value) && value.length === 0))
    .map(([name]) => name);
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
