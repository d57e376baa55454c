import { fieldSpec } from "./fields.ts";
import type { FieldSpec } from "./schema.ts";

/**
 * The facts that an editor shows after a field's `doc`, one per line. `root` is the top-level field that contains it,
 * or the field itself: it determines when a change takes effect.
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
    ? "A change applies in place; statistics continue."
    : "A change reloads the model and resets its statistics.";
}
