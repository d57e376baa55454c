export { telemetryDomain } from "./domain.ts";
export { Sampler } from "./sampler.ts";
