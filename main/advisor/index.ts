export { Advisors } from "./advisors.ts";
export { advisorDomain } from "./domain.ts";
export { advisorMigrations, Objectives } from "./objectives.ts";
