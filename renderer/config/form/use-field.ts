import { type ConfigPath, removeValue, setValue } from "../../../engine/config/index.ts";
import { StatusError } from "../../../base/status-error.ts";
import { useConfigView } from "../config-view.ts";
import { type FieldSpec, pathText, findFieldSpec, valueAt } from "./form-path.ts";

export interface FieldAccess {
  readonly spec: FieldSpec;
  /** With the default if the text doesn't set it. */
  readonly value: unknown;
  readonly isSet: boolean;
  /** Writes a value; returns a sentence if ModelConfig rejects it. */
  readonly write: (value: unknown, how?: "typing" | "step") => string | null;
  readonly remove: () => void;
}

/** A field of the text for its control. `entry` is removed with it. */
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
