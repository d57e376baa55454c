export { Stores } from "./open-stores.ts";
export type { StoredModel, StoreRepository } from "./store-repository.ts";
