import type { Failure } from "./messages.ts";
import type { ToolCallPiece } from "./tool-calls.ts";

/** What one event of a streamed answer says, whatever the endpoint. */
export interface StreamEvent {
  readonly holdsTokens: boolean;
  /** Of the assistant's message. */
  readonly text: string;
  readonly calls: readonly ToolCallPiece[];
  /** Why the answer failed, as the server says. */
  readonly failure: Failure | null;
  /** The server's counts; null where the event has none. */
  readonly promptTokens: number | null;
  readonly outputTokens: number | null;
  /** Of the prompt's tokens, those from the server's prefix cache. */
  readonly cachedTokens: number | null;
  /** It ends the answer. */
  readonly isLast: boolean;
}

/** The gRPC status of an HTTP status in an error. */
export type StatusOf = (code: number) => string;

/** An error of OpenAI's API, which some servers send as a text alone. */
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
