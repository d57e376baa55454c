export { type FileHints, type ModelFileFacts, NO_HINTS } from "./file-hints.ts";
export { startSizes } from "./start-sizes.ts";
export { choiceText, isInputFault, noSizesError, probeSizes, type SendChoice } from "./probe.ts";
export { sizeMigrations } from "./size-store.ts";
export type { Sizes } from "./sizes.ts";
export { hasDynamicDims, sizeCandidates } from "./candidates.ts";
export { createTrial } from "./create-trial.ts";
