export { batchExecutions, busyDuring, executionsBetween } from "./batch-executions.ts";
export {
  batchTimes,
  type CostModel,
  meanTime,
  monotone,
  type SizeFactors,
  type SizeTime,
} from "./batch-time.ts";
export { calibrate, smoothed } from "./calibrate.ts";
export { ASSUMED_VARIATION, type BatchSample, learnCost, MIN_EXECUTIONS } from "./learn-cost.ts";
export { learnFactors, type SingleBatch, toSingleBatches } from "./learn-factors.ts";
export {
  aloneNs,
  type FrontEnd,
  learnFront,
  learnFrontWork,
  type MeasuredLoop,
  serialFronts,
} from "./learn-front.ts";
export type { Pauses } from "./front-end.ts";
export { learnPath, type Path } from "./learn-path.ts";
export {
  simulate,
  type SimulatedModel,
  type SimulatedTraffic,
  type SimulationResult,
} from "./simulate.ts";
export { rateOfGaps, simulateSettings } from "./simulate-settings.ts";
export {
  averagedProcess,
  type Coordinates,
  type Covariance,
  type Estimate,
  type PossibleCovariance,
  type Process,
  type Sample,
  smooth,
} from "./gaussian-process.ts";
export { cholesky, dot, solveLower, solveUpper } from "./linear-algebra.ts";
export { type NoisySample, smoothTimes } from "./smooth-times.ts";
