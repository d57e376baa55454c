import type { ServerHttp2Session } from "node:http2";
import type { Client } from "../../../../types.ts";

/** Unread requests per connection: bounds what a slow reader makes us buffer. */
const SESSION_WINDOW_BYTES = 16 << 20;

/** Longest user agent that is passed on. */
const MAX_USER_AGENT = 256;

/** One client's HTTP/2 connection. */
export class Connection {
  readonly #session: ServerHttp2Session;
  readonly #address: string;
  #client: Client;
  #bytesRead = 0;
  #heardAt: number;
  #pingedAt: number | undefined;

  constructor(session: ServerHttp2Session, now: number) {
    this.#session = session;
    this.#heardAt = now;
    this.#address = (session.socket?.remoteAddress ?? "").replace(/^::ffff:/, "");
    this.#client = { address: this.#address, userAgent: "" };
    session.setLocalWindowSize(SESSION_WINDOW_BYTES);
    // A broken connection already ends its calls; nothing else to do.
    session.on("error", () => {});
  }

  /** The client; the same object until its description changes. */
  client(userAgent: string | undefined): Client {
    const shortened = userAgent === undefined ? "" : userAgent.slice(0, MAX_USER_AGENT);
    if (shortened !== this.#client.userAgent) {
      this.#client = { address: this.#address, userAgent: shortened };
    }
    return this.#client;
  }

  goAway(): void {
    this.#session.close();
  }

  /**
   * Pings a peer after `stallMs` of silence, and ends the connection after another `stallMs`
   * without a response.
   */
  check(now: number, stallMs: number): void {
    const session = this.#session;
    if (session.destroyed) return;
    const bytesRead = session.socket?.bytesRead ?? 0;
    if (bytesRead !== this.#bytesRead) {
      this.#bytesRead = bytesRead;
      this.#heardAt = now;
      this.#pingedAt = undefined;
    } else if (this.#pingedAt !== undefined) {
      if (now - this.#pingedAt >= stallMs) session.destroy();
    } else if (now - this.#heardAt >= stallMs) {
      this.#pingedAt = now;
      session.ping(() => {});
    }
  }
}
