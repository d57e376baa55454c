import http from "node:http";
import https from "node:https";
import type { TrialStatus } from "../../contract/index.ts";
import { formatAuthority, headerLines, secureOptions, type Target } from "../index.ts";
import {
  type ExchangeWatch,
  MAX_RESPONSE_BYTES,
  tooLarge,
  unreachable,
  unreadable,
} from "./exchange.ts";

export interface Post {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Uint8Array;
}

/** Receives one response as it arrives. */
export interface ResponseReader {
  /** Status and headers arrived. */
  begin(status: number, headers: http.IncomingHttpHeaders): void;
  /** The bytes are not changed afterwards. Throws for what can't be parsed, which ends the exchange as DATA_LOSS. */
  push(bytes: Buffer): void;
  /** The response is complete. */
  end(): TrialStatus;
  /** The connection ended early; null: without any response that it knows of. */
  broken(cause: string): TrialStatus | null;
}

export interface PostObservers {
  readonly watch: Pick<ExchangeWatch, "connected" | "sent" | "firstByte">;
  readonly reader: ResponseReader;
}

/**
 * One POST over a new connection, sent once. Resolves however it ends; rejects with the signal's reason when that
 * aborts, which closes the connection and so cancels the request on the server.
 */
export function httpPost(
  target: Target,
  { path, headers, body }: Post,
  { watch, reader }: PostObservers,
  signal: AbortSignal,
): Promise<TrialStatus> {
  const address = formatAuthority(target);
  headerLines(target.headers);
  const secure = target.tls && secureOptions(target.tls);
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error);
    // Not fetch(): it rejects the ports that browsers block, and has no event for the connection.
    const options = {
      method: "POST",
      agent: false,
      headers: { ...target.headers, ...headers, "Content-Length": body.byteLength },
    };
    const url = `${secure ? "https" : "http"}://${address}${target.path}${path}`;
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
    call.on("finish", () => watch.sent(body.byteLength));
    call.on("response", (response) => {
      watch.firstByte();
      reader.begin(response.statusCode ?? 0, response.headers);
      let bytes = 0;
      const giveUp = (status: TrialStatus) => {
        resolve(status);
        call.destroy();
      };
      response.on("data", (piece: Buffer) => {
        bytes += piece.length;
        if (bytes > MAX_RESPONSE_BYTES) return giveUp(tooLarge());
        try {
          reader.push(piece);
        } catch (error) {
          giveUp(unreadable(error));
        }
      });
      response.on("error", ({ message }) =>
        resolve(reader.broken(message) ?? unreachable(address, message)),
      );
      response.on("end", () => resolve(reader.end()));
    });
    call.end(body);
  });
}
