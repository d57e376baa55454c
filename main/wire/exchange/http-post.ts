import http from "node:http";
import https from "node:https";
import type { ConnectionLoss, TrialStatus } from "../../contract/index.ts";
import { formatAuthority, headerLines, secureOptions, type Target } from "../index.ts";
import {
  type ExchangeWatch,
  MAX_RESPONSE_BYTES,
  tooLarge,
  unreachable,
  unreadable,
} from "./exchange.ts";
import type { KeptConnections } from "./kept-connections.ts";

export interface Post {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Uint8Array;
  /** Sent over these; absent: over a new connection. */
  readonly kept?: KeptConnections;
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
  readonly watch: Pick<ExchangeWatch, "connected" | "sent" | "firstByte" | "lost">;
  readonly reader: ResponseReader;
}

/**
 * One POST, sent once, over a new connection unless it names kept ones. Resolves however it ends; rejects with the signal's reason when that
 * aborts, which closes the connection and so cancels the request on the server.
 */
export function httpPost(
  target: Target,
  { path, headers, body, kept }: Post,
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
      agent: kept?.httpAgent(target) ?? false,
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
    let isConnected = false;
    const connected = () => {
      isConnected = true;
      watch.connected();
    };
    const lost = (error: NodeJS.ErrnoException) => {
      watch.lost?.(isConnected ? lossFor(error) : "refused");
      return unreachable(address, error.message);
    };
    call.on("error", (error) => resolve(lost(error)));
    call.on("socket", (socket) => {
      kept?.track(socket);
      if (call.reusedSocket) connected();
      else socket.once(secure ? "secureConnect" : "connect", connected);
    });
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
      response.on("error", (error) => resolve(reader.broken(error.message) ?? lost(error)));
      response.on("end", () => resolve(reader.end()));
    });
    call.end(body);
  });
}

/** "socket hang up", also a code of ECONNRESET, is an end without a reset; so is a write after the server closed. */
function lossFor({ code, message }: NodeJS.ErrnoException): ConnectionLoss {
  return code === "ECONNRESET" && message.startsWith("read ") ? "reset" : "closed";
}
