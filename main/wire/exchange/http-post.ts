import http from "node:http";
import https from "node:https";
import type { TrialStatus } from "../../contract/index.ts";
import { authorityOf, headerLines, secureOptions, type Target } from "../index.ts";
import {
  type ExchangeWatch,
  MOST_ANSWER_BYTES,
  tooLarge,
  unreachable,
  unreadable,
} from "./exchange.ts";

export interface Post {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Uint8Array;
}

/** Reads one answer as it comes. */
export interface AnswerReader {
  /** Status and headers are there. */
  begin(status: number, headers: http.IncomingHttpHeaders): void;
  /** The bytes are not changed afterwards. Throws for what cannot be read, which ends the exchange as DATA_LOSS. */
  push(bytes: Buffer): void;
  /** The answer is whole. */
  end(): TrialStatus;
  /** The connection ended before it was; null: no one answered, as far as it knows. */
  broken(cause: string): TrialStatus | null;
}

export interface PostObservers {
  readonly watch: Pick<ExchangeWatch, "connected" | "sent" | "firstByte">;
  readonly reader: AnswerReader;
}

/**
 * One POST over a connection of its own, once. Resolves however it ended; rejects with the signal's reason when that
 * aborts, which closes the connection and so cancels it on the server.
 */
export function httpPost(
  target: Target,
  { path, headers, body }: Post,
  { watch, reader }: PostObservers,
  signal: AbortSignal,
): Promise<TrialStatus> {
  const address = authorityOf(target);
  headerLines(target.headers);
  const secure = target.tls && secureOptions(target.tls);
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error);
    // Not fetch(): it refuses ports that browsers do, and has no event for the connection.
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
        if (bytes > MOST_ANSWER_BYTES) return giveUp(tooLarge());
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
