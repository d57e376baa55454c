import { applyEdits, setValue } from "../../engine/config/edit.ts";
import type { ConfigChange } from "../../main/contract/index.ts";

/** A configuration's text with the changes made one after the other. Throws INVALID_ARGUMENT where one cannot be. */
export function withChanges(text: string, changes: readonly ConfigChange[]): string {
  return changes.reduce(
    (current, { path, value }) => applyEdits(current, setValue(current, path, value)),
    text,
  );
}
