export { clientsDomain } from "./domain.ts";
