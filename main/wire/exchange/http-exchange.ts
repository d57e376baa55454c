import type { IncomingHttpHeaders } from "node:http";
import type { TrialStatus } from "../../contract/index.ts";
import { httpOutputs, type Target } from "../index.ts";
import { type ExchangeWatch, unreadable } from "./exchange.ts";
import { type ResponseReader, httpPost } from "./http-post.ts";
import { httpHeader, inferPath, jsonBody } from "./http-request.ts";
import type { PreparedRequest } from "./prepare.ts";

/**
 * Sends a request once, over a new connection unless it names kept ones, with binary or JSON tensors. Resolves however it
 * ends; rejects with the signal's reason when that aborts, which closes the connection and so cancels the request on the
 * server.
 */
export function exchangeHttp(
  target: Target,
  request: PreparedRequest,
  watch: ExchangeWatch,
  signal: AbortSignal,
): Promise<TrialStatus> {
  const { kept } = request;
  const post = {
    path: inferPath(request),
    ...(request.asJson ? json : binary)(request),
    ...(kept && { kept }),
  };
  return httpPost(target, post, { watch, reader: new WholeResponse(watch) }, signal);
}

function json(request: PreparedRequest) {
  return {
    headers: { "Content-Type": "application/json" },
    body: Buffer.from(jsonBody(request)),
  };
}

function binary(request: PreparedRequest) {
  const header = Buffer.from(httpHeader(request));
  return {
    headers: {
      "Content-Type": "application/octet-stream",
      "Inference-Header-Content-Length": header.length,
    },
    body: Buffer.concat([header, ...request.inputs.map(({ data }) => data)]),
  };
}

class WholeResponse implements ResponseReader {
  readonly #watch: ExchangeWatch;
  readonly #pieces: Buffer[] = [];
  #status = 0;
  #headers: IncomingHttpHeaders = {};

  constructor(watch: ExchangeWatch) {
    this.#watch = watch;
  }

  begin(status: number, headers: IncomingHttpHeaders): void {
    this.#status = status;
    this.#headers = headers;
  }

  push(bytes: Buffer): void {
    this.#pieces.push(bytes);
  }

  end(): TrialStatus {
    return toTrialStatus(this.#status, this.#headers, Buffer.concat(this.#pieces), this.#watch);
  }

  broken(): null {
    return null;
  }
}

function toTrialStatus(
  statusCode: number,
  headers: IncomingHttpHeaders,
  body: Buffer,
  watch: ExchangeWatch,
): TrialStatus {
  const code = `HTTP ${statusCode}`;
  if (statusCode !== 200) return { ok: false, code, message: readErrorText(body) };
  const given = headers["inference-header-content-length"];
  const headerLength = given === undefined ? null : Number(given);
  try {
    const outputs = httpOutputs(body, headerLength);
    const head = JSON.parse(body.toString("utf8", 0, headerLength ?? body.length)) as {
      model_version?: unknown;
    };
    const modelVersion = typeof head.model_version === "string" ? head.model_version : "";
    watch.response({ bytes: body.length, modelVersion, outputs });
    return { ok: true, code, message: "" };
  } catch (error) {
    return unreadable(error);
  }
}

/** The protocol's `error` member, else the whole text. */
function readErrorText(body: Buffer): string {
  const text = body.toString("utf8");
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    if (typeof error === "string") return error;
  } catch {
    // Not every proxy responds in JSON.
  }
  return text.trim().slice(0, 1000) || "The response is empty.";
}
