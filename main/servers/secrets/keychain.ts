/** The operating system's keychain: it turns text into bytes that only this person on this machine can turn back. */
export interface Keychain {
  seal(text: string): Promise<Uint8Array>;
  /** Rejects where the key is not to be had, or is another. */
  open(sealed: Uint8Array): Promise<string>;
}
