import { StatusError } from "../../base/status-error.ts";
import type { ParameterValue } from "../types.ts";

/** A request's priority and timeout for the queue. */
export interface QueueParameters {
  /** 0 means the model's default level. */
  readonly priority: number;
  /** In µs; 0 for none. */
  readonly timeoutUs: number;
}

/**
 * Parses `priority` and `timeout` (REQUEST-R10 and REQUEST-R11); throws INVALID_ARGUMENT with
 * Triton's message.
 */
export function queueParameters({
  priority,
  timeout,
}: Readonly<Record<string, ParameterValue>>): QueueParameters {
  const level =
    priority === undefined ? 0 : integer("priority", priority, "int64_param or uint64_param");
  if (level < 0) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      "invalid value for 'priority', expected value >= 0.",
      { details: { parameter: "priority" } },
    );
  }
  const timeoutUs = timeout === undefined ? 0 : integer("timeout", timeout, "int64_param");
  return { priority: level, timeoutUs: Math.max(0, timeoutUs) };
}

function integer(name: string, value: ParameterValue, expected: string): number {
  if (typeof value === "bigint") return Number(value);
  if (typeof value === "number" && Number.isInteger(value)) return value;
  throw new StatusError(
    "INVALID_ARGUMENT",
    `invalid value type for '${name}' parameter, expected ${expected}.`,
    { details: { parameter: name } },
  );
}
