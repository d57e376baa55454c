export { engineArguments, repositoryObstacle } from "./engine-arguments.ts";
export { EngineSupervisor } from "./engine-supervisor.ts";
