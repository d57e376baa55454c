export { superviseEmbeddedEngine } from "./embedded-engine.ts";
export { EngineSupervisor } from "./engine-supervisor.ts";
