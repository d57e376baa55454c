import type { Session } from "./session.ts";

/** A session in use. When another replaces it, its calls finish, then its connections close. */
export class SessionLease {
  readonly session: Session;
  #calls = 0;
  #retired = false;

  constructor(session: Session) {
    this.session = session;
  }

  async use<T>(call: (session: Session) => Promise<T>): Promise<T> {
    this.#calls += 1;
    try {
      return await call(this.session);
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
    if (this.#retired && this.#calls === 0) this.session[Symbol.dispose]();
  }
}
