export { openStoreConfigs, Stores, type StoreSettings } from "./open-stores.ts";
export type { StoreConfigs } from "./store-configs.ts";
export type { StoredModel, StoreRepository } from "./store-repository.ts";
