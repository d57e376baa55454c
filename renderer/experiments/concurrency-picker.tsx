import { Plus, X } from "lucide-react";
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { TextInput } from "../ui/field.tsx";

const SUGGESTED = [1, 2, 4, 8, 16, 32, 64];
const MOST = 1024;
const MOST_STEPS = 32;

interface ConcurrencyPickerProps {
  readonly value: readonly number[];
  readonly error: string | undefined;
  readonly onChange: (value: readonly number[]) => void;
}

/** The concurrencies of an experiment, one step each: suggested ones to switch on and off, and any other. */
export function ConcurrencyPicker({ value, error, onChange }: ConcurrencyPickerProps) {
  const [typed, setTyped] = useState("");
  const [wrong, setWrong] = useState<string | null>(null);
  const chips = [...new Set([...SUGGESTED, ...value])].sort((a, b) => a - b);
  const set = (next: readonly number[]) => onChange(next.toSorted((a, b) => a - b));
  const add = () => {
    const number = Number(typed);
    if (!Number.isInteger(number) || number < 1 || number > MOST) {
      setWrong(`“${typed}” is not a whole number between 1 and ${MOST}.`);
    } else if (value.length >= MOST_STEPS) {
      setWrong(`At most ${MOST_STEPS} steps.`);
    } else {
      if (!value.includes(number)) set([...value, number]);
      setTyped("");
      setWrong(null);
    }
  };
  const note = wrong ?? error;
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 font-medium">Concurrencies</legend>
      <div className="flex flex-wrap items-center gap-1.5">
        {chips.map((number) => {
          const on = value.includes(number);
          return (
            <button
              key={number}
              type="button"
              aria-pressed={on}
              aria-label={`Concurrency ${number}`}
              onClick={() => set(on ? value.filter((each) => each !== number) : [...value, number])}
              className="flex h-8 min-w-10 items-center justify-center gap-1 rounded-full border border-line-strong px-3 font-medium text-muted hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
            >
              {number}
              {on && <X aria-hidden="true" className="size-3" />}
            </button>
          );
        })}
        <TextInput
          aria-label="Another concurrency"
          inputMode="numeric"
          placeholder="other"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            add();
          }}
          className="w-20"
        />
        <Button onClick={add} disabled={typed === ""}>
          <Plus aria-hidden="true" />
          Add
        </Button>
      </div>
      <p
        className={note ? "text-bad text-xs" : "text-muted text-xs"}
        role={note ? "alert" : undefined}
      >
        {note ?? "Requests in flight at once; each is one step of the experiment."}
      </p>
    </fieldset>
  );
}
