import http2, { type ClientHttp2Session, type ClientHttp2Stream } from "node:http2";
import type { ConnectionLoss } from "../../contract/index.ts";
import { formatAuthority, secureOptions, type Target } from "../index.ts";

/** One HTTP/2 connection for gRPC, opened at once, and how it ended. */
export class GrpcConnection {
  readonly address: string;
  readonly session: ClientHttp2Session;
  #wasConnected = false;
  #isAnnounced = false;

  constructor(target: Target) {
    this.address = formatAuthority(target);
    const secure = target.tls && secureOptions(target.tls);
    this.session = http2.connect(`${secure ? "https" : "http"}://${this.address}`, { ...secure });
    // Streams get the error as well.
    this.session.on("error", () => {});
    this.session.on("connect", () => {
      this.#wasConnected = true;
    });
    this.session.on("goaway", () => {
      this.#isAnnounced = true;
    });
  }

  /** It takes requests, or will once it is connected. */
  get isOpen(): boolean {
    return !this.session.closed && !this.session.destroyed;
  }

  get wasConnected(): boolean {
    return this.#wasConnected;
  }

  onConnected(listener: () => void): void {
    if (this.#wasConnected) listener();
    else this.session.once("connect", listener);
  }

  /** Why a call, whose stream ended without a status, got no response. */
  lossOf(stream: ClientHttp2Stream, errorCode: string | undefined): ConnectionLoss {
    if (!this.#wasConnected) return "refused";
    if (errorCode === "ECONNRESET" || errorCode === "EPIPE") return "reset";
    if (stream.rstCode === http2.constants.NGHTTP2_REFUSED_STREAM)
      return this.#isAnnounced ? "goaway" : "refusedStream";
    if (this.isOpen) return "stream";
    return this.#isAnnounced ? "cutAfterGoaway" : "closedWithoutGoaway";
  }

  /** Calls in progress complete. */
  close(): void {
    if (this.session.connecting) this.session.destroy();
    else this.session.close();
  }
}
