export { startWhatIf } from "./start-what-if.ts";
