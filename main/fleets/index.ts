export { fleetsDomain } from "./domain.ts";
