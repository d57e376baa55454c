import type { ModelFileTensor } from "../config/types.ts";
import { elementType } from "./element-types.ts";
import type { ModelScan } from "./model-scan.ts";

/**
 * From this format version on, an initializer that the graph lists as an input is its default, not
 * a constant.
 */
const FIRST_WITH_DEFAULTS = 4;

/** Initializers that a request may replace, in the configuration's form (INIT-1). */
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
