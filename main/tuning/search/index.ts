export type { BatchSample } from "./cost-learning.ts";
export type { Outcome, TuningGoal } from "./goal.ts";
export type { Found, Trial } from "./search.ts";
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
  type Confirmation,
  type Measurement,
  type TunableServer,
  tune,
  type TuneListener,
  type TuneResult,
} from "./tune.ts";
