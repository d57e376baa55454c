export { Advisor } from "./advisor.ts";
export { advisorDomain } from "./domain.ts";
export { advisorMigrations, Objectives } from "./objectives.ts";
