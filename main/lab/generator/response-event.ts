import type { Failure } from "./messages.ts";
import { countOf, failureOf, isText, type StatusOf, type StreamEvent } from "./stream-event.ts";
import type { ToolCallPiece } from "./tool-calls.ts";

/** An event of a streamed response, as far as it is used (ResponseStreamEvent; see ../chat/SPEC.md, LAB-RESP-3). */
export interface ResponseEvent {
  readonly type: string;
  readonly delta?: unknown;
  readonly item?: {
    readonly type?: unknown;
    readonly call_id?: unknown;
    readonly name?: unknown;
    readonly arguments?: unknown;
  } | null;
  readonly response?: ResponseState | null;
  readonly error?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
}

/** State of the complete response. */
export interface ResponseState {
  readonly status?: unknown;
  readonly error?: unknown;
  readonly incomplete_details?: { readonly reason?: unknown } | null;
  readonly usage?: {
    readonly input_tokens?: unknown;
    readonly input_tokens_details?: { readonly cached_tokens?: unknown } | null;
    readonly output_tokens?: unknown;
  } | null;
}

const LAST: ReadonlySet<string> = new Set([
  "response.completed",
  "response.incomplete",
  "response.failed",
]);

/** Codes of ResponseError; all others are faults of the request. */
const STATUSES: Readonly<Record<string, string>> = {
  server_error: "INTERNAL",
  vector_store_timeout: "DEADLINE_EXCEEDED",
  rate_limit_exceeded: "RESOURCE_EXHAUSTED",
};

/** A chat's chunks have no type. */
export function isResponseEvent(event: object): event is ResponseEvent {
  const { type } = event as { type?: unknown };
  return typeof type === "string" && (type === "error" || type.startsWith("response."));
}

export function readResponseEvent(event: ResponseEvent, statusOf: StatusOf): StreamEvent {
  const { type, delta, response } = event;
  const isLast = LAST.has(type);
  const usage = isLast ? response?.usage : null;
  return {
    holdsTokens: (type.endsWith(".delta") && isText(delta)) || isCall(event),
    text: type === "response.output_text.delta" && isText(delta) ? delta : "",
    calls: callsOf(event),
    failure: isLast ? stateFailure(type, response, statusOf) : errorFailure(event, statusOf),
    promptTokens: countOf(usage?.input_tokens),
    outputTokens: countOf(usage?.output_tokens),
    cachedTokens: countOf(usage?.input_tokens_details?.cached_tokens),
    isLast,
  };
}

/** It begins with the function's name, which the model has written. */
const isCall = ({ type, item }: ResponseEvent): boolean =>
  type === "response.output_item.added" && item?.type === "function_call";

const NO_CALLS: readonly ToolCallPiece[] = [];

/** A call is complete in the event that ends its item. */
function callsOf({ type, item }: ResponseEvent): readonly ToolCallPiece[] {
  if (type !== "response.output_item.done" || item?.type !== "function_call") return NO_CALLS;
  const { call_id: id, name, arguments: given } = item;
  return [{ key: String(id), id, name, arguments: given }];
}

/** Some servers put the error's members into one of their own. */
function errorFailure(event: ResponseEvent, statusOf: StatusOf): Failure | null {
  if (event.type !== "error" && !event.error) return null;
  return failureOf(event.error ?? event, (code) => statusOfCode(code, statusOf));
}

/** A response that reached its limit of tokens is as long as planned (LAB-RESP-4). */
function stateFailure(
  type: string,
  response: ResponseState | null | undefined,
  statusOf: StatusOf,
): Failure | null {
  const { status, error, incomplete_details: details } = response ?? {};
  if (type === "response.failed" || status === "failed" || error)
    return failureOf(error, (code) => statusOfCode(code, statusOf));
  if (status === "cancelled")
    return { status: "CANCELLED", message: "the server cancelled the response" };
  if (type === "response.completed" && status !== "incomplete") return null;
  if (details?.reason === "max_output_tokens") return null;
  const reason = isText(details?.reason) ? details.reason : "no reason given";
  return { status: "INTERNAL", message: `the response is incomplete: ${reason}` };
}

function statusOfCode(code: unknown, statusOf: StatusOf): string {
  if (!isText(code)) return Number.isInteger(code) ? statusOf(code as number) : "UNKNOWN";
  if (/^\d+$/.test(code)) return statusOf(Number(code));
  return (
    STATUSES[code] ?? (/image|prompt|invalid|policy/.test(code) ? "INVALID_ARGUMENT" : "UNKNOWN")
  );
}
