import { expect, test } from "vitest";
import { HostEvents } from "../../events/index.ts";
import type { Db } from "../../store/index.ts";
import type { Keychain } from "./keychain.ts";
import { openVault } from "./open-vault.ts";

const db = {} as Db;
const keychain: Keychain = {
  seal: async () => new Uint8Array(),
  open: async () => "",
};

test("[SERVER-K2] uses the keychain if there is one, and reports once why it is missing", () => {
  const events = new HostEvents();
  expect(openVault(keychain, db, events).where).toBe("keychain");
  expect(openVault(undefined, db, events).where).toBe("memory");
  expect(events.list()).toEqual([]);
  expect(openVault("the system offers no keychain", db, events).where).toBe("memory");
  expect(events.list()).toMatchObject([
    {
      level: "warning",
      message:
        "Secrets of connections are held in memory until Batchdeck ends: the system offers no keychain.",
    },
  ]);
});
