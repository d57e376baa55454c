import { type ChangeEvent, useState } from "react";
import { count } from "../format/text.ts";
import { Field } from "./field.tsx";
import { showError } from "./toasts.tsx";

interface GapsFieldProps {
  readonly className?: string;
  readonly micros: readonly number[];
  readonly error: string | null;
  readonly onChange: (micros: number[]) => void;
}

const parseNumbers = (text: string) =>
  text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(Number);

/** Gaps in µs, pasted or from a file with one per line, as perf_analyzer reads them. */
export function GapsField({ className, micros, error, onChange }: GapsFieldProps) {
  const [text, setText] = useState(() => micros.join("\n"));
  const set = (next: string) => {
    setText(next);
    onChange(parseNumbers(next));
  };
  const read = (event: ChangeEvent<HTMLInputElement>) =>
    event.target.files?.[0]
      ?.text()
      .then(set)
      .catch((problem: unknown) => showError("Can't read the file.", problem));
  return (
    <>
      <Field
        label="Gaps between requests, µs"
        error={error}
        help={`${count(micros.length, "gap")}, repeated from the first after the last.`}
        {...(className && { className })}
      >
        {(control) => (
          <textarea
            {...control}
            rows={5}
            spellCheck={false}
            className="rounded-md border border-line-strong bg-surface px-2.5 py-1.5 font-mono text-xs aria-invalid:border-bad"
            value={text}
            onChange={(event) => set(event.target.value)}
          />
        )}
      </Field>
      <Field label="From a file" help="One number per line.">
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".txt,.csv,text/plain"
            onChange={(event) => void read(event)}
          />
        )}
      </Field>
    </>
  );
}
