export { Exposition, type Found } from "./exposition.ts";
export {
  type Distribution,
  distributions,
  gauges,
  rates,
  ratios,
  unavailable,
  type Wanted,
} from "./figures.ts";
export { type Belonging, byModel, sumByModel, sumOf } from "./models.ts";
