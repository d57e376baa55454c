export type { Bench } from "./bench.ts";
export type { HeldConfig, LabConfigs } from "./restore/lab-configs.ts";
export { MeasurementLock } from "./measurement-lock.ts";
export type { LabUsage } from "./usage.ts";
export { labMigrations } from "./store/migrations.ts";
export { LoadGenerator, type RunHandle } from "./generator/generator.ts";
export type { RunProgress, RunResult, RunSpec } from "./generator/messages.ts";
export { importExperiment } from "./import/index.ts";
export { plainTraffic } from "./plain-traffic.ts";
export { shellCommand } from "./shell-command.ts";
export {
  differenceOfRuns,
  type DifferenceVerdict,
  mergeHistograms,
} from "./statistics/index.ts";
export { type Lab, startLab } from "./start-lab.ts";
