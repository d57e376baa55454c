/** The operating system's keychain: encrypts text so that only this user on this machine can decrypt it. */
export interface Keychain {
  seal(text: string): Promise<Uint8Array>;
  /** Rejects if the key is unavailable or has changed. */
  open(sealed: Uint8Array): Promise<string>;
}
