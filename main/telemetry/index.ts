export { telemetryDomain } from "./domain.ts";
export { LastFrames, telemetryMigrations } from "./last-frames.ts";
export { Refusals } from "./refusals.ts";
export { type Answered, Sampler } from "./sampler.ts";
export { Samplers } from "./samplers.ts";
