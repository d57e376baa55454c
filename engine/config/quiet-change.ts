import { type CheckTextOptions, checkText } from "./check.ts";
import { applyEdits } from "./edit.ts";
import { newWarnings } from "./new-warnings.ts";

export interface QuietChange {
  readonly text: string;
  /** Titles of the fixes applied in addition to the change: "Set intra_op_thread_count to 1". */
  readonly also: readonly string[];
  /** A remaining new warning of lint or advice; or null. */
  readonly warning: string | null;
}

/** A change adds a warning or two; each round fixes one. */
const MAX_ROUNDS = 4;

/** A changed text with fixes applied for the warnings and errors that are new compared with the text before. */
export function quietChange(text: string, changed: string, options: CheckTextOptions): QuietChange {
  const before = checkText(text, options);
  const also: string[] = [];
  let result = changed;
  for (let round = 0; ; round += 1) {
    const [first] = newWarnings(before, checkText(result, options));
    if (first === undefined) return { text: result, also, warning: null };
    if (first.fix === undefined || round === MAX_ROUNDS) {
      return { text: result, also, warning: first.message };
    }
    result = applyEdits(result, first.fix.edits);
    also.push(first.fix.title);
  }
}
