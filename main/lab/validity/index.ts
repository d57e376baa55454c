export { errorFactor, worseFactor } from "./error-factor.ts";
export type { RunFacts } from "./facts.ts";
export { judge } from "./judge.ts";
