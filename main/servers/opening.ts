import type { Peer } from "./peer.ts";

/** One opening of a server's door. Its calls go on when another has taken its place, and then its connections close. */
export class Opening {
  readonly peer: Peer;
  #calls = 0;
  #retired = false;

  constructor(peer: Peer) {
    this.peer = peer;
  }

  async use<T>(call: (peer: Peer) => Promise<T>): Promise<T> {
    this.#calls += 1;
    try {
      return await call(this.peer);
    } finally {
      this.#calls -= 1;
      this.#closeIfOver();
    }
  }

  retire(): void {
    this.#retired = true;
    this.#closeIfOver();
  }

  #closeIfOver(): void {
    if (this.#retired && this.#calls === 0) this.peer[Symbol.dispose]();
  }
}
