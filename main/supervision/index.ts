export { engineArguments, repositoryObstacle } from "./engine-arguments.ts";
export { EngineSupervisor } from "./engine-supervisor.ts";
export { KeptPorts } from "./kept-ports.ts";
