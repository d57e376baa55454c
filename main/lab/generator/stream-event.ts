import type { Failure } from "./messages.ts";
import type { ToolCallPiece } from "./tool-calls.ts";

/** One event of a streamed response, of any endpoint. */
export interface StreamEvent {
  readonly holdsTokens: boolean;
  /** Text of the assistant's message. */
  readonly text: string;
  readonly calls: readonly ToolCallPiece[];
  /** The failure that the server reports. */
  readonly failure: Failure | null;
  /** The server's counts; null where the event has none. */
  readonly promptTokens: number | null;
  readonly outputTokens: number | null;
  /** Of the prompt's tokens, those from the server's prefix cache. */
  readonly cachedTokens: number | null;
  /** Whether it ends the response. */
  readonly isLast: boolean;
}

/** The gRPC status of an HTTP status in an error. */
export type StatusOf = (code: number) => string;

/** An error of OpenAI's API; some servers send only a text. */
export function failureOf(error: unknown, statusOf: (code: unknown) => string): Failure {
  if (typeof error === "string") return { status: "UNKNOWN", message: error };
  const { message, code } = (error ?? {}) as { message?: unknown; code?: unknown };
  return {
    status: statusOf(code),
    message: typeof message === "string" ? message : "an error without words",
  };
}

export const isText = (value: unknown): value is string =>
  typeof value === "string" && value !== "";

export const countOf = (value: unknown): number | null =>
  typeof value === "number" ? value : null;
