export { kubernetesDomain } from "./domain.ts";
