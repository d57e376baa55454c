export { engineArguments, repositoryObstacle } from "./engine-arguments.ts";
export {
  type EngineStatus,
  EngineSupervisor,
  type SupervisorOptions,
} from "./engine-supervisor.ts";
