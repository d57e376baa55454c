import http from "node:http";
import https from "node:https";
import type { TrialStatus } from "../contract/index.ts";
import { headerLines } from "../lab/target/header-lines.ts";
import { secureOptions } from "../lab/target/secure-context.ts";
import { authorityOf, type Target } from "../servers/access.ts";
import { httpOutputs } from "../lab/inputs/index.ts";
import {
  type ExchangeWatch,
  MOST_ANSWER_BYTES,
  tooLarge,
  unreachable,
  unreadable,
} from "./exchange.ts";
import { httpHeader, inferPath } from "./http-request.ts";
import type { PreparedRequest } from "./prepare.ts";

/**
 * Sends a request over a connection of its own, once, with binary tensors both ways. Resolves however
 * it ended; rejects with the signal's reason when that aborts, which closes the connection and so cancels it on the server.
 */
export function exchangeHttp(
  target: Target,
  request: PreparedRequest,
  watch: ExchangeWatch,
  signal: AbortSignal,
): Promise<TrialStatus> {
  const address = authorityOf(target);
  headerLines(target.headers);
  const secure = target.tls && secureOptions(target.tls);
  const header = Buffer.from(httpHeader(request));
  const body = Buffer.concat([header, ...request.inputs.map(({ data }) => data)]);
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error);
    // Not fetch(): it refuses ports that browsers do, and does not tell when it is connected.
    const options = {
      method: "POST",
      agent: false,
      headers: {
        ...target.headers,
        "Content-Type": "application/octet-stream",
        "Inference-Header-Content-Length": header.length,
        "Content-Length": body.length,
      },
    };
    const url = `${secure ? "https" : "http"}://${address}${target.path}${inferPath(request)}`;
    const call = secure
      ? https.request(url, { ...options, ...secure })
      : http.request(url, options);
    const cancel = () => {
      reject(signal.reason as Error);
      call.destroy();
    };
    signal.addEventListener("abort", cancel, { once: true });
    call.on("close", () => signal.removeEventListener("abort", cancel));
    call.on("error", (error) => resolve(unreachable(address, error.message)));
    call.on("socket", (socket) =>
      socket.once(secure ? "secureConnect" : "connect", () => watch.connected()),
    );
    call.on("finish", () => watch.sent(body.length));
    call.on("response", (response) => {
      watch.firstByte();
      const pieces: Buffer[] = [];
      let bytes = 0;
      response.on("data", (piece: Buffer) => {
        pieces.push(piece);
        bytes += piece.length;
        if (bytes <= MOST_ANSWER_BYTES) return;
        resolve(tooLarge());
        call.destroy();
      });
      response.on("error", (error) => resolve(unreachable(address, error.message)));
      response.on("end", () => resolve(endOf(response, Buffer.concat(pieces), watch)));
    });
    call.end(body);
  });
}

function endOf(
  { statusCode = 0, headers }: http.IncomingMessage,
  body: Buffer,
  watch: ExchangeWatch,
): TrialStatus {
  const code = `HTTP ${statusCode}`;
  if (statusCode !== 200) return { ok: false, code, message: wordsOf(body) };
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

/** The protocol's `error` member, else the text. */
function wordsOf(body: Buffer): string {
  const text = body.toString("utf8");
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    if (typeof error === "string") return error;
  } catch {
    // Not every proxy answers in JSON.
  }
  return text.trim().slice(0, 1000) || "The answer is empty.";
}
