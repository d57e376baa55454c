import {
  applyEdits,
  type CheckTextOptions,
  quietChange,
  setValue,
} from "../../engine/config/index.ts";
import type { ConfigChange } from "../../main/contract/index.ts";

/**
 * A configuration's text with the changes applied in order, and with fixes for warnings that they would cause. Throws
 * INVALID_ARGUMENT if a change can't be applied.
 */
export function withChanges(
  text: string,
  changes: readonly ConfigChange[],
  options: CheckTextOptions,
): string {
  const changed = changes.reduce(
    (current, { path, value }) => applyEdits(current, setValue(current, path, value)),
    text,
  );
  return quietChange(text, changed, options).text;
}
