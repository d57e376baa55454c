export { chatDomain } from "./domain.ts";
