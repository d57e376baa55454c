export { calibrate } from "./calibrate.ts";
export {
  simulate,
  type SimulatedModel,
  type SimulatedTraffic,
  type SimulationResult,
} from "./simulate.ts";
