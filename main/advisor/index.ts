export { advisorMigrations } from "./objectives.ts";
export { startAdvisor } from "./start-advisor.ts";
