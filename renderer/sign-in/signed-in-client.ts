import { StatusError } from "../../base/status-error.ts";
import type { HostClient } from "../../main/contract/client.ts";
import { createClient } from "../../main/contract/rpc/index.ts";
import type { Session } from "./session.ts";

/** The client of the host while the browser is signed in, else null. */
export class SignedInClient {
  readonly #session: Session;
  readonly #listeners = new Set<() => void>();
  #client: HostClient | null = null;

  constructor(session: Session) {
    this.#session = session;
    if (session.canTry) this.enter();
  }

  readonly current = (): HostClient | null => this.#client;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Connects with the session's credentials. Keeps an existing client. */
  enter(): void {
    if (this.#client) return;
    const client = createClient(async () => {
      try {
        return await this.#session.open();
      } catch (error) {
        if (StatusError.from(error).code === "UNAUTHENTICATED") this.#leave();
        throw error;
      }
    });
    this.#set(client);
  }

  /** Called when a sign-in link was opened. */
  offer(code: string): void {
    this.#session.offer(code);
    this.enter();
  }

  signOut(): void {
    this.#session.signOut();
    this.#leave();
  }

  #leave(): void {
    this.#client?.close();
    this.#set(null);
  }

  #set(client: HostClient | null): void {
    this.#client = client;
    for (const listener of this.#listeners) listener();
  }
}
