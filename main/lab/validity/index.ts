export type { RunFacts } from "./facts.ts";
export { judge } from "./judge.ts";
