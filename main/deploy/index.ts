export { deployDomain } from "./domain.ts";
