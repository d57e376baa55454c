export { Exposition } from "./exposition.ts";
export {
  distributions,
  gauges,
  rates,
  type RatioNames,
  ratios,
  unavailable,
  type Wanted,
} from "./figures.ts";
export { byModel, sumByModel, sumSamples } from "./models.ts";
