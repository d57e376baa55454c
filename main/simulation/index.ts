export { batchExecutions, busyDuring, executionsBetween } from "./batch-executions.ts";
export {
  batchTimes,
  type CostModel,
  meanTime,
  monotone,
  type SizeFactors,
  type SizeTime,
} from "./batch-time.ts";
export { calibrate } from "./calibrate.ts";
export { ASSUMED_VARIATION, type BatchSample, learnCost, MIN_EXECUTIONS } from "./learn-cost.ts";
export { learnFactors, type SingleBatch, toSingleBatches } from "./learn-factors.ts";
export { type FrontEnd, learnFront, type MeasuredLoop, serialFronts } from "./learn-front.ts";
export { learnPath, type Path } from "./learn-path.ts";
export {
  type Pauses,
  simulate,
  type SimulatedModel,
  type SimulatedTraffic,
  type SimulationResult,
} from "./simulate.ts";
export { rateOfGaps, simulateSettings } from "./simulate-settings.ts";
