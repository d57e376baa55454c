import type { TritonLog, TritonTrace } from "../../main/contract/index.ts";

/** What a user typed, by setting; settings that were not touched are not in it. */
export type TraceDraft = Readonly<Record<string, readonly string[]>>;
export type LogDraft = Readonly<Record<string, boolean | string>>;

export const LEVELS = ["TIMESTAMPS", "TENSORS"] as const;

/** Settings of tracing with one value that can be changed while a server runs; a file's place in older versions alone. */
export const TRACE_FIELDS = ["trace_rate", "trace_count", "log_frequency", "trace_file"] as const;

const WHOLE = /^\d+$/;

/** Levels with one put on or off; none is OFF. */
export function withLevel(levels: readonly string[], level: string, on: boolean): string[] {
  const others = levels.filter((each) => each !== level && each !== "OFF");
  const next = on ? [...others, level] : others;
  return next.length > 0 ? LEVELS.filter((each) => next.includes(each)) : ["OFF"];
}

/** What was typed and differs from the server. */
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

/** Why a typed value cannot be sent; null where it can. */
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

/** Settings that came back other than they were asked for. The count of traces runs while one looks. */
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
