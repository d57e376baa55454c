export { instanceMemoryFrom, withinMemory } from "./constraints.ts";
export type { Cutoff } from "./early-stop.ts";
export type { TuningGoal } from "./goal.ts";
export { knownFrom, learnKnown } from "./known.ts";
export { type OtherModels, otherModels } from "./other-models.ts";
export {
  type Progress,
  readProgress,
  removeProgress,
  writeProgress,
} from "./progress-file.ts";
export { otherRequests, WATCH_SECONDS } from "./other-requests.ts";
export { measurePoint } from "./measure-point.ts";
export {
  batchingSettings,
  configWith,
  grid,
  processCores,
  type Point,
  toQueueLimits,
  repeatShareFrom,
  sameSettings,
  type Settings,
  toSearchSettings,
  THREADS,
  usualRanges,
} from "./settings.ts";
export type { Measurement } from "./measurement.ts";
export {
  earlierTrial,
  type TunableServer,
  tune,
  type TuneListener,
  type TuneResult,
} from "./tune.ts";
