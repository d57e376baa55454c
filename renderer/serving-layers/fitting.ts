import { type Claim, type Layer, LAYERS } from "./layers.ts";
import { isCase, type Workload } from "./questions.ts";

export interface Fit {
  readonly layer: Pick<Layer, "name" | "what">;
  /** `best`: made for this workload, as far as is known. */
  readonly rank: "best" | "possible";
  readonly reasons: readonly Claim[];
  readonly caveats: readonly Claim[];
}

const MADE_FOR_IT = 3;

/** The layers that fit a workload, best first; empty before it is known what is served. */
export function fittingLayers(workload: Workload): Fit[] {
  if (workload.served === null) return [];
  const weighed = LAYERS.filter(({ serves }) => isCase(workload, serves)).map((layer) => {
    const reasons = layer.reasons.filter(({ when }) => isCase(workload, when));
    return { layer, reasons, weight: reasons.reduce((sum, each) => sum + each.weight, 0) };
  });
  const most = Math.max(...weighed.map(({ weight }) => weight));
  return weighed
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ layer, reasons, weight }) => ({
      layer,
      rank: weight === most || weight > MADE_FOR_IT ? "best" : "possible",
      reasons,
      caveats: layer.caveats.filter(({ when }) => isCase(workload, when)),
    }));
}
