import { beforeEach, expect, test, vi } from "vitest";

beforeEach(() => {
  vi.resetModules();
  vi.doMock("electron", () => import("./testing/electron.ts"));
});

async function load() {
  const { safeStorage } = await import("./testing/electron.ts");
  const { openKeychain } = await import("./keychain.ts");
  return { safeStorage, openKeychain };
}

test("sealed text is unreadable, and can be unsealed", async () => {
  const { openKeychain } = await load();
  const keychain = await openKeychain("linux");
  const sealed = await keychain.seal("token-1");
  expect(Buffer.from(sealed).toString()).not.toContain("token-1");
  expect(await keychain.open(new Uint8Array(sealed))).toBe("token-1");
});

test("[SERVER-K2] a publicly known password isn't a keychain", async () => {
  const { openKeychain, safeStorage } = await load();
  safeStorage.getSelectedStorageBackend.mockReturnValue("basic_text");
  await expect(openKeychain("linux")).rejects.toThrow("no password manager");
  await expect(openKeychain("darwin")).resolves.toBeDefined();
  safeStorage.getSelectedStorageBackend.mockReturnValue("gnome_libsecret");
  safeStorage.encryptStringAsync.mockImplementation(async (text) => Buffer.from(`v10${text}`));
  await expect(openKeychain("linux")).rejects.toThrow("no password manager");
});

test("[SERVER-K2] no keychain at all", async () => {
  const { openKeychain, safeStorage } = await load();
  safeStorage.isAsyncEncryptionAvailable.mockResolvedValue(false);
  await expect(openKeychain("win32")).rejects.toThrow("no keychain");
});
