export type { TuningGoal } from "./goal.ts";
export type { SearchOptions } from "./search.ts";
export { knownFrom } from "./known.ts";
export { otherRequests, WATCH_SECONDS } from "./other-requests.ts";
export { measurePoint } from "./measure-point.ts";
export {
  configWith,
  grid,
  type Point,
  sameSettings,
  type Settings,
  settingsOf,
  usualRanges,
} from "./settings.ts";
export {
  type Measurement,
  type TunableServer,
  tune,
  type TuneListener,
  type TuneResult,
} from "./tune.ts";
