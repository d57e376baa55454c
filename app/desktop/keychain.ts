import { safeStorage } from "electron";
import type { Keychain } from "../../main/servers/index.ts";

/** Prefix of what Chromium on Linux encrypts with a publicly known password. */
const KNOWN_PASSWORD = "v10";

/**
 * The system's keychain through Electron's safeStorage, once the application is ready. Rejects with
 * a sentence without a secure one.
 */
export async function openKeychain(platform: NodeJS.Platform): Promise<Keychain> {
  const keychain: Keychain = {
    seal: (text) => safeStorage.encryptStringAsync(text),
    open: async (sealed) => (await safeStorage.decryptStringAsync(Buffer.from(sealed))).result,
  };
  if (!(await safeStorage.isAsyncEncryptionAvailable()))
    throw new Error("the system offers no keychain");
  if (platform === "linux" && !(await isGuarded(keychain)))
    throw new Error(
      "the desktop has no password manager that Electron knows, such as GNOME Keyring or KWallet",
    );
  return keychain;
}

async function isGuarded(keychain: Keychain): Promise<boolean> {
  if (safeStorage.getSelectedStorageBackend() === "basic_text") return false;
  const sealed = await keychain.seal("Is this seen by others?");
  return Buffer.from(sealed).toString("latin1", 0, KNOWN_PASSWORD.length) !== KNOWN_PASSWORD;
}
