import {
  applyEdits,
  type CheckTextOptions,
  quietChange,
  setValue,
} from "../../engine/config/index.ts";
import type { ConfigChange } from "../../main/contract/index.ts";

/**
 * A configuration's text with the changes made one after the other, and with the fixes of what advice would warn about
 * only because of them. Throws INVALID_ARGUMENT where a change can't be made.
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
