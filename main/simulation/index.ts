export { calibrate } from "./calibrate.ts";
export {
  simulate,
  type SimulatedModel,
  type SimulatedTraffic,
  type SimulationResult,
} from "./simulate.ts";
export { type CostModel, meanTime, monotone } from "./batch-time.ts";
