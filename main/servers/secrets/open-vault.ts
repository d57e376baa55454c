import type { EventSink } from "../../events/index.ts";
import type { Db } from "../../store/index.ts";
import type { Keychain } from "./keychain.ts";
import { KeychainVault } from "./keychain-vault.ts";
import { MemoryVault } from "./memory-vault.ts";
import type { Vault } from "./vault.ts";

/** `keychain`: the shell's, or why none can be trusted; undefined in shells that never have one. */
export function openVault(
  keychain: Keychain | string | undefined,
  db: Db,
  events: EventSink,
): Vault {
  if (typeof keychain === "object") return new KeychainVault(keychain, db);
  if (keychain !== undefined)
    events.emit({
      level: "warning",
      source: "host",
      message: `Secrets of connections are held in memory until Batchdeck ends: ${keychain}.`,
    });
  return new MemoryVault();
}
