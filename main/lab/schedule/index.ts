export { type Instants, scheduleInstants, type OpenLoad, toWarmupLoad } from "./instants.ts";
export { PiecewiseRate } from "./rate-curve.ts";
export {
  type PlannedKind,
  type PlannedRequest,
  RequestPlan,
  type SequencePart,
  Slot,
  type TurnPart,
} from "./request-plan.ts";
