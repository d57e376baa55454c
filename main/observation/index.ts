export { observationDomain } from "./domain.ts";
