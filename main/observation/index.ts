export { type Delta, type DeltaPart, deltaOf } from "./delta.ts";
export { observationDomain } from "./domain.ts";
export { figuresOf } from "./figures.ts";
export { joinDeltas, mergeDeltas } from "./merge.ts";
