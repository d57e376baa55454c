export * from "./request-plan.ts";
