/** Stores the secrets of connections, which refer to them by id. */
export interface Vault {
  readonly where: "keychain" | "memory";
  /** The id to read it by. Rejects with a StatusError if it can't be stored. */
  keep(value: string): Promise<string>;
  has(id: string): boolean;
  /** Null if it is lost. */
  read(id: string): Promise<string | null>;
  forget(id: string): void;
}
