import { randomUUID } from "node:crypto";
import type { Vault } from "./vault.ts";

/** Secrets that are lost with the process. */
export class MemoryVault implements Vault {
  readonly where = "memory";
  readonly #values = new Map<string, string>();

  keep(value: string): Promise<string> {
    const id = randomUUID();
    this.#values.set(id, value);
    return Promise.resolve(id);
  }

  has(id: string): boolean {
    return this.#values.has(id);
  }

  read(id: string): Promise<string | null> {
    return Promise.resolve(this.#values.get(id) ?? null);
  }

  forget(id: string): void {
    this.#values.delete(id);
  }
}
