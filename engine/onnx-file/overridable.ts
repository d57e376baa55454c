import type { ModelFileTensor } from "../config/types.ts";
import { elementType } from "./element-types.ts";
import type { ModelScan } from "./model-scan.ts";

/** Since this version of the format an initializer that the graph lists as an input is its default, and no constant. */
const FIRST_WITH_DEFAULTS = 4;

/** Initializers that a request may replace, as a configuration describes tensors (rule INIT-1 of ../backends/SPEC.md). */
export function overridableInitializers({
  irVersion,
  inputs,
  initializers,
}: Pick<ModelScan, "irVersion" | "inputs" | "initializers">): ModelFileTensor[] {
  if (irVersion < FIRST_WITH_DEFAULTS) return [];
  return inputs.flatMap(({ name, elementType: type, shape }) => {
    const { config } = elementType(type);
    if (!initializers.has(name) || config === null || shape === null) return [];
    return [{ name, data_type: config, shape: shape.map((dim) => (dim > 0 ? dim : -1)) }];
  });
}
