import { StatusError } from "../../base/status-error.ts";
import type { TraceSettings } from "../types.ts";

export type TraceChanges = Readonly<Partial<Record<keyof TraceSettings, readonly string[] | null>>>;

export const DEFAULT_TRACE_SETTINGS: TraceSettings = {
  trace_level: ["OFF"],
  trace_rate: 1000,
  trace_count: -1,
  log_frequency: 0,
  trace_file: "",
  trace_mode: "triton",
};

const MAX_UINT32 = 2 ** 32 - 1;
const MAX_INT32 = 2 ** 31 - 1;

/** Settings made for the server or for one model. */
export type TraceOverrides = Partial<TraceSettings>;

/**
 * `overrides` with `changes` applied; null or an empty list removes an override. Settings that Triton doesn't have are
 * ignored, as in Triton. Throws INVALID_ARGUMENT in Triton's words (rule TRACE-3).
 */
export function changedOverrides(
  overrides: TraceOverrides,
  changes: TraceChanges,
  current: TraceSettings,
): TraceOverrides {
  let changed: TraceOverrides = { ...overrides };
  for (const name of Object.keys(DEFAULT_TRACE_SETTINGS) as (keyof TraceSettings)[]) {
    const values = changes[name];
    if (values === undefined) continue;
    if (values === null || values.length === 0) {
      const { [name]: _, ...others } = changed;
      changed = others;
    } else changed = { ...changed, ...parse(name, values, current) };
  }
  return changed;
}

function parse(
  name: keyof TraceSettings,
  values: readonly string[],
  current: TraceSettings,
): TraceOverrides {
  if (name === "trace_level") return { trace_level: levels(values) };
  const [value = ""] = values;
  if (values.length > 1) throw invalid(`expect only 1 value for '${name}'`);
  switch (name) {
    case "trace_file":
      if (value === current.trace_file) return {};
      throw new StatusError(
        "UNIMPLEMENTED",
        "trace file location can not be updated through network protocol",
      );
    case "trace_mode":
      return { trace_mode: mode(value) };
    case "trace_count":
      return { trace_count: count(value) };
    case "trace_rate":
      return { trace_rate: wholeNumber(name, value, 0, MAX_UINT32) };
    case "log_frequency":
      return { log_frequency: wholeNumber(name, value, 0, MAX_UINT32) };
  }
}

function levels(values: readonly string[]): string[] {
  if (values.includes("OFF")) {
    if (values.length === 1) return ["OFF"];
    throw invalid("Expect only one trace level 'OFF' is specified");
  }
  const unknown = values.find((value) => value !== "TIMESTAMPS" && value !== "TENSORS");
  if (unknown !== undefined) {
    throw invalid(`unknown trace_level '${unknown}': it is OFF, TIMESTAMPS or TENSORS`);
  }
  return ["TIMESTAMPS", "TENSORS"].filter((level) => values.includes(level));
}

function mode(value: string): TraceSettings["trace_mode"] {
  const lower = value.toLowerCase();
  if (lower === "triton" || lower === "opentelemetry") return lower;
  throw invalid(`unknown trace_mode '${value}': it is triton or opentelemetry`);
}

function count(value: string): number {
  const parsed = wholeNumber("trace_count", value, -1, MAX_INT32);
  if (parsed >= -1) return parsed;
  throw invalid(`Unable to parse 'trace_count'. Expecting value >= -1, got: ${value}`);
}

function wholeNumber(name: string, value: string, min: number, max: number): number {
  if (!/^\s*[+-]?\d+$/.test(value)) throw invalid(`Unable to parse '${name}', got: ${value}`);
  const number = Number(value);
  if (number <= max && (number >= min || name === "trace_count")) return number;
  throw invalid(
    `Unable to parse '${name}', value is out of range [ ${min}, ${max} ], got: ${value}`,
  );
}

/** Throws if these settings request traces that can't be taken. */
export function checkTraceable({ trace_level, trace_rate }: TraceSettings): void {
  if (!trace_level.includes("OFF") && trace_rate === 0) {
    throw invalid("Attempting to set invalid trace setting :sample rate must be non-zero");
  }
}

const invalid = (message: string): StatusError => new StatusError("INVALID_ARGUMENT", message);
