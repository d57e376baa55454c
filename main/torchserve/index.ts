export { torchserveDomain } from "./domain.ts";
