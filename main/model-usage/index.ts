export { modelUsageDomain } from "./domain.ts";
