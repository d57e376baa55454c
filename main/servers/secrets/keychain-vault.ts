import { randomUUID } from "node:crypto";
import { StatusError } from "../../../base/status-error.ts";
import type { Db, Migration } from "../../store/index.ts";
import type { Keychain } from "./keychain.ts";
import type { Vault } from "./vault.ts";

export const vaultMigrations: readonly Migration[] = [
  {
    id: 14,
    name: "secrets sealed by the keychain",
    sql: "CREATE TABLE secrets (id TEXT PRIMARY KEY, sealed BLOB NOT NULL) STRICT;",
  },
];

/** Secrets in the database, sealed by the keychain. */
export class KeychainVault implements Vault {
  readonly where = "keychain";
  readonly #keychain: Keychain;
  readonly #db: Db;

  constructor(keychain: Keychain, db: Db) {
    this.#keychain = keychain;
    this.#db = db;
  }

  async keep(value: string): Promise<string> {
    const sealed = await this.#asked("seal", () => this.#keychain.seal(value));
    const id = randomUUID();
    this.#db.run("INSERT INTO secrets (id, sealed) VALUES (?, ?)", id, sealed);
    return id;
  }

  has(id: string): boolean {
    return this.#row(id) !== undefined;
  }

  async read(id: string): Promise<string | null> {
    const row = this.#row(id);
    return row ? await this.#asked("open", () => this.#keychain.open(row.sealed)) : null;
  }

  forget(id: string): void {
    this.#db.run("DELETE FROM secrets WHERE id = ?", id);
  }

  #row(id: string): { sealed: Uint8Array } | undefined {
    return this.#db.get<{ sealed: Uint8Array }>("SELECT sealed FROM secrets WHERE id = ?", id);
  }

  async #asked<T>(what: string, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (cause) {
      throw new StatusError(
        "FAILED_PRECONDITION",
        `The system's keychain did not ${what} a secret of this connection. Unlock it and retry, or enter the secret again.`,
        // Repeated attempts would prompt the user repeatedly.
        { cause, details: { hopeless: true } },
      );
    }
  }
}
