import { fieldSpec } from "./fields.ts";
import type { FieldSpec } from "./schema.ts";

/**
 * What an editor says of a field after its `doc`, a fact to a line. `root` is the field of the configuration itself
 * that it is, or is part of: it decides when a change takes effect.
 */
export function fieldFacts(field: FieldSpec, root: string): readonly string[] {
  const { unit, initial, required, needs, excludes, engine } = field;
  return [
    unit && `Unit: ${unit}.`,
    required && "Required.",
    initial && `Default ${initial}.`,
    needs && `Needs ${needs}.`,
    excludes && `Can't be combined with ${excludes}.`,
    takesEffect(root),
    engine && `Embedded engine: ${engine}.`,
  ].filter((line) => typeof line === "string");
}

function takesEffect(root: string): string {
  return fieldSpec("ModelConfig", root)?.effect === "in place"
    ? "A change applies in place; statistics go on."
    : "A change reloads the model and resets its statistics.";
}
