export { type Instants, scheduleInstants, type OpenLoad, toWarmupLoad } from "./instants.ts";
export { PiecewiseRate } from "./rate-curve.ts";
export {
  type PlannedKind,
  type PlannedRequest,
  RequestPlan,
  type SequencePart,
  Slot,
} from "./request-plan.ts";
