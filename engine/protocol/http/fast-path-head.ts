/**
 * The head of a plain request: one with unambiguous framing. Everything else (chunked bodies,
 * Expect, upgrades, folded or malformed lines) goes to Node's own parser.
 */
export interface FastPathHead {
  readonly method: "GET" | "POST";
  readonly url: string;
  /** Values by lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  /** Length of the head in bytes, blank line included. */
  readonly byteLength: number;
  readonly contentLength: number;
  /** Whether the connection closes after the response. */
  readonly last: boolean;
}

const REQUEST_LINE = /^(GET|POST) (\/[!-~]*) HTTP\/1\.1$/;
/** Token, colon, then visible characters, spaces and tabs; matches in linear time. */
const HEADER_LINE = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):([\x20-\x7e\t]*)$/;
const CONTENT_LENGTH = /^(?:0|[1-9][0-9]{0,14})$/;
/** Headers that change the framing or who reads the request, and those that only browsers send. */
const NOT_PLAIN = new Set([
  "transfer-encoding",
  "expect",
  "upgrade",
  "trailer",
  "te",
  "http2-settings",
  "origin",
  "sec-fetch-site",
]);
/** Node's own limit for a head is 16 KiB. */
const MAX_HEAD_BYTES = 8192;
const MAX_HEADERS = 64;

/** Parses the head at the start of `bytes`; undefined if it is incomplete or not plain. */
export function readFastPathHead(bytes: Buffer): FastPathHead | undefined {
  const end = bytes.subarray(0, MAX_HEAD_BYTES).indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const [requestLine = "", ...lines] = bytes.toString("latin1", 0, end).split("\r\n");
  const [, method, url] = REQUEST_LINE.exec(requestLine) ?? [];
  if (method === undefined || url === undefined || lines.length > MAX_HEADERS) return undefined;
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name, value] = HEADER_LINE.exec(line) ?? [];
    if (name === undefined || value === undefined) return undefined;
    const key = name.toLowerCase();
    // Node joins repeated headers or rejects them.
    if (NOT_PLAIN.has(key) || headers.has(key)) return undefined;
    headers.set(key, value.trim());
  }
  const length = headers.get("content-length") ?? "0";
  const connection = (headers.get("connection") ?? "keep-alive").toLowerCase();
  if (!headers.has("host") || !CONTENT_LENGTH.test(length)) return undefined;
  if (connection !== "keep-alive" && connection !== "close") return undefined;
  return {
    method: method as FastPathHead["method"],
    url,
    headers,
    byteLength: end + 4,
    contentLength: Number(length),
    last: connection === "close",
  };
}
