export type { Keychain } from "./keychain.ts";
export { KeychainVault, vaultMigrations } from "./keychain-vault.ts";
export { MemoryVault } from "./memory-vault.ts";
export { openVault } from "./open-vault.ts";
export type { Vault } from "./vault.ts";
