export { type Instants, instantsOf, type OpenLoad, warmupOf } from "./instants.ts";
export { PiecewiseRate } from "./rate-curve.ts";
export {
  type PlannedKind,
  type PlannedRequest,
  RequestPlan,
  type SequencePart,
  Slot,
} from "./request-plan.ts";
