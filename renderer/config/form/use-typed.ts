import { useState } from "react";

/** What was typed means: a value and how it reads once written, or why it isn't one. */
export type Reading<T> = { readonly value: T; readonly shown: string } | { readonly error: string };

interface TypedOptions<T> {
  /** How the text's value reads; "" where it has none. */
  readonly shown: string;
  readonly read: (typed: string) => Reading<T>;
  /** Writes into the text; a sentence when it will not take it. */
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
 * A text box over a value of the text. What reads as a value is written at once; only what does not, such as a
 * number half typed, is kept here, and no longer than the box has the focus. Emptied and left, the value goes.
 */
export function useTyped<T>({ shown, read, write, clear }: TypedOptions<T>): Typed {
  const [kept, setKept] = useState<{ typed: string; shown: string; error: string | null } | null>(
    null,
  );
  // Another change of the value, such as an undo, wins over what was typed.
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
