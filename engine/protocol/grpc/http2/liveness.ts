import type { Socket } from "node:net";

/** Keepalive: pings a peer that is silent, and disconnects it if it doesn't answer. */
export class Liveness {
  readonly #socket: Pick<Socket, "bytesRead" | "destroy">;
  readonly #ping: () => void;
  #bytesRead = 0;
  #heardAt: number;
  #pingedAt: number | undefined;

  constructor(socket: Pick<Socket, "bytesRead" | "destroy">, ping: () => void, now: number) {
    this.#socket = socket;
    this.#ping = ping;
    this.#heardAt = now;
  }

  /**
   * Pings a peer after `stallMs` of silence, and ends the connection after another `stallMs`
   * without a response.
   */
  check(now: number, stallMs: number): void {
    const { bytesRead } = this.#socket;
    if (bytesRead !== this.#bytesRead) {
      this.#bytesRead = bytesRead;
      this.#heardAt = now;
      this.#pingedAt = undefined;
    } else if (this.#pingedAt !== undefined) {
      if (now - this.#pingedAt >= stallMs) this.#socket.destroy();
    } else if (now - this.#heardAt >= stallMs) {
      this.#pingedAt = now;
      this.#ping();
    }
  }
}
