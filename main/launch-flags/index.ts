export type {
  WorkloadContainer,
  WorkloadPlace,
  WorkloadPod,
  FlagWorkloads,
  WorkloadState,
  PodContainerStatus,
} from "./workload/source.ts";
export { type EnvironmentVariable, isSecretName } from "./workload/environment.ts";
export type { GpuLimit } from "./flags/gpus-needed.ts";
export { isKserves } from "./workload/restore.ts";
export { launchMigrations } from "./launch-store.ts";
export { startLaunchFlags } from "./start-launch-flags.ts";
