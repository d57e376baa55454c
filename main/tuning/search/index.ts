export type { BatchSample } from "./cost-learning.ts";
export type { TuningGoal } from "./goal.ts";
export {
  configWith,
  grid,
  type Point,
  sameSettings,
  type Settings,
  settingsOf,
  settingsText,
} from "./settings.ts";
export {
  type Measurement,
  type TunableServer,
  tune,
  type TuneListener,
  type TuneResult,
} from "./tune.ts";
