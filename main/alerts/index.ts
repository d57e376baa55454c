export { alertsDomain } from "./domain.ts";
