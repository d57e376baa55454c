export type {
  DeploymentContainer,
  DeploymentPlace,
  DeploymentPod,
  DeploymentSource,
  DeploymentState,
  PodContainerStatus,
} from "./deployment/source.ts";
export { launchMigrations } from "./launch-store.ts";
export { startLaunchFlags } from "./start-launch-flags.ts";
