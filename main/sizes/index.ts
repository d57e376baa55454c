export { sizesDomain } from "./domain.ts";
export { noSizesError } from "./probe.ts";
export { SizeStore, sizeMigrations } from "./size-store.ts";
export { Sizes } from "./sizes.ts";
