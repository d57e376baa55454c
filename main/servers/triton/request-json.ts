import type { z } from "zod";
import { parseExactJson } from "../../../engine/config/index.ts";
import { StatusError } from "../../../base/status-error.ts";
import {
  type TextResponse,
  type HttpOptions,
  recogniseRefusal,
  type ServerHttp,
} from "../../wire/transport/index.ts";
import { refusal } from "./response-schemas.ts";

interface JsonRequest<T> {
  readonly path: string;
  /** Sent by POST; absent: GET. */
  readonly body?: object;
  /** The schema of a valid response; null for an empty one. */
  readonly schema: z.ZodType<T>;
  /** Integers too large for a number come as bigints. */
  readonly isExact?: boolean;
}

/** Shown characters of an unexpected response. */
const SHOWN = 100;

/** Codes of Triton's own rejections (`src/http_server.cc`, HttpCodeFromError). */
const CODES: Readonly<Record<number, StatusError["code"]>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  405: "UNIMPLEMENTED",
  500: "INTERNAL",
  501: "UNIMPLEMENTED",
  503: "UNAVAILABLE",
};

/**
 * Sends one request to Triton's HTTP interface. Rejects with the server's code and words as over gRPC; UNAVAILABLE,
 * without `details.unreachable` unless a gateway can't reach it, for responses that Triton doesn't send, such as a
 * proxy's page.
 */
export async function requestJson<T>(
  http: ServerHttp,
  { path, body, schema, isExact = false }: JsonRequest<T>,
  options: HttpOptions,
): Promise<T> {
  const method = body === undefined ? "GET" : "POST";
  const response = await http.send(method, path, body ?? null, options);
  const json = parseBody(response.text, isExact ? parseExactJson : JSON.parse);
  if (response.status !== 200) throw toRejection(http, path, response, json);
  const heard = schema.safeParse(json);
  if (heard.success) return heard.data;
  throw unexpectedResponse(http, path, response);
}

function toRejection(
  http: ServerHttp,
  path: string,
  response: TextResponse,
  json: unknown,
): StatusError {
  const { status } = response;
  const words = http.redactHeaders(refusal.safeParse(json).data?.error ?? "");
  // An unknown path.
  if (words === "Not Found" || words === "Method Not Allowed")
    return new StatusError(
      "UNIMPLEMENTED",
      `${http.url}${path} responds with HTTP ${status}: ${words}.`,
    );
  const code = CODES[status];
  if (words === "" || code === undefined)
    return recogniseRefusal(http, status) ?? unexpectedResponse(http, path, response);
  const guarded = status === 401 || status === 403;
  const sentence = guarded
    ? `${http.url}${path} responds with HTTP ${status}: ${words}${http.withheld}`
    : words;
  return new StatusError(code, sentence);
}

function unexpectedResponse(
  http: ServerHttp,
  path: string,
  { status, text }: TextResponse,
): StatusError {
  const line = http
    .redactHeaders(text.slice(0, 10 * SHOWN))
    .replace(/\s+/g, " ")
    .trim();
  const shown = line.length > SHOWN ? `${line.slice(0, SHOWN)} …` : line;
  const what = shown === "" ? " without a text" : `: ${shown}`;
  return new StatusError(
    "UNAVAILABLE",
    `${http.url}${path} responds with HTTP ${status}${what}. Triton doesn't respond like that; there may be a gateway in front of it.`,
  );
}

function parseBody(text: string, parse: (text: string) => unknown): unknown {
  if (text.trim() === "") return null;
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
