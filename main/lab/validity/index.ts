export type { Reason, RunFacts, Verdict } from "./facts.ts";
export { judge } from "./judge.ts";
