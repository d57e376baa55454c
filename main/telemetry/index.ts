export { telemetryDomain } from "./domain.ts";
export { Refusals } from "./refusals.ts";
export { Sampler } from "./sampler.ts";
