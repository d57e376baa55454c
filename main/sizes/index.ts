export { type FileHints, type ModelFileFacts, NO_HINTS } from "./file-hints.ts";
export { sizesDomain } from "./domain.ts";
export { choiceText, isInputFault, noSizesError, probeSizes, type SendChoice } from "./probe.ts";
export { SizeStore, sizeMigrations } from "./size-store.ts";
export { Sizes } from "./sizes.ts";
export { hasDynamicDims, sizeCandidates } from "./candidates.ts";
export { trialOf } from "./trial-of.ts";
