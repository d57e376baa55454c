export { batchExecutions, busyDuring, executionsBetween } from "./batch-executions.ts";
export { type CostModel, meanTime } from "./batch-time.ts";
export { calibrate } from "./calibrate.ts";
export { type BatchSample, learnCost } from "./learn-cost.ts";
export {
  simulate,
  type SimulatedModel,
  type SimulatedTraffic,
  type SimulationResult,
} from "./simulate.ts";
export { simulateSettings } from "./simulate-settings.ts";
