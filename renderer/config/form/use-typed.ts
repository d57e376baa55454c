import { useState } from "react";

/** Parsed input: a value with its text form, or why it is invalid. */
export type Reading<T> = { readonly value: T; readonly shown: string } | { readonly error: string };

interface TypedOptions<T> {
  /** The text's value as a string; "" if not set. */
  readonly shown: string;
  readonly read: (typed: string) => Reading<T>;
  /** Writes into the text; returns a sentence if it is rejected. */
  readonly write: (value: T) => string | null;
  readonly clear: () => void;
}

export interface Typed {
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (typed: string) => void;
  readonly onDone: () => void;
}

/**
 * A text box for a value of the text. Valid input is written at once; invalid input, such as a partly typed number, is
 * kept here while the box has the focus. Leaving an empty box removes the value.
 */
export function useTyped<T>({ shown, read, write, clear }: TypedOptions<T>): Typed {
  const [kept, setKept] = useState<{ typed: string; shown: string; error: string | null } | null>(
    null,
  );
  // Another change of the value, such as undo, replaces what was typed.
  const holds = kept !== null && kept.shown === shown;
  return {
    value: holds ? kept.typed : shown,
    error: holds ? kept.error : null,
    onChange(typed) {
      if (typed.trim() === "") return setKept({ typed, shown, error: null });
      const reading = read(typed);
      if ("error" in reading) return setKept({ typed, shown, error: reading.error });
      const refused = reading.shown === shown ? null : write(reading.value);
      setKept({ typed, shown: refused === null ? reading.shown : shown, error: refused });
    },
    onDone() {
      if (holds && kept.typed.trim() === "" && shown !== "") clear();
      setKept(null);
    },
  };
}
