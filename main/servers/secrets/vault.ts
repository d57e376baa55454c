/** Where the secrets of connections are. A connection names them by id alone. */
export interface Vault {
  readonly where: "keychain" | "memory";
  /** The id under which it is found again. Rejects with a StatusError where it cannot be kept. */
  keep(value: string): Promise<string>;
  has(id: string): boolean;
  /** Null where it is lost. */
  read(id: string): Promise<string | null>;
  forget(id: string): void;
}
