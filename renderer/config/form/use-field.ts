import { type ConfigPath, removeValue, setValue } from "../../../engine/config/index.ts";
import { StatusError } from "../../../base/status-error.ts";
import { useConfigView } from "../config-view.ts";
import { type FieldSpec, pathText, findFieldSpec, valueAt } from "./form-path.ts";

export interface FieldAccess {
  readonly spec: FieldSpec;
  /** With the default where the text says nothing. */
  readonly value: unknown;
  readonly isSet: boolean;
  /** Writes a value; a sentence when ModelConfig does not take it. */
  readonly write: (value: unknown, how?: "typing" | "step") => string | null;
  readonly remove: () => void;
}

/** A field of the text, for the control that shows and changes it. `entry` is what is taken out with it. */
export function useField(path: ConfigPath, entry: ConfigPath = path): FieldAccess {
  const { parsed, edit } = useConfigView();
  return {
    spec: findFieldSpec(path),
    value: valueAt(parsed.config, path),
    isSet: parsed.locations.has(pathText(path)),
    write(value, how) {
      try {
        edit((text) => setValue(text, path, value), how);
        return null;
      } catch (error) {
        return StatusError.from(error).message;
      }
    },
    remove: () => edit((text) => removeValue(text, entry)),
  };
}
