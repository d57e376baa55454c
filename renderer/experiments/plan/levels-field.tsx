import { Plus, X } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { TextInput } from "../../ui/field.tsx";
import { type LevelRules, readLevels } from "./levels.ts";

interface LevelsFieldProps {
  readonly legend: string;
  /** Label of one load, before its number: "Concurrency". */
  readonly noun: string;
  readonly help: string;
  readonly suggested: readonly number[];
  readonly rules: LevelRules;
  readonly value: readonly number[];
  readonly error: string | null;
  readonly onChange: (value: number[]) => void;
}

/** The loads of an experiment, one step each: suggested ones to toggle, and any list or range. */
export function LevelsField(props: LevelsFieldProps) {
  const { legend, noun, help, suggested, rules, value, error, onChange } = props;
  const [typed, setTyped] = useState("");
  const [wrong, setWrong] = useState<string | null>(null);
  const chips = [...new Set([...suggested, ...value])].sort((a, b) => a - b);
  const set = (next: Iterable<number>) => onChange([...new Set(next)].sort((a, b) => a - b));
  const add = () => {
    const read = readLevels(typed, rules);
    if (typeof read === "string") return setWrong(read);
    set([...value, ...read]);
    setTyped("");
    setWrong(null);
  };
  const note = wrong ?? error;
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 font-medium">{legend}</legend>
      <div className="flex flex-wrap items-center gap-1.5">
        {chips.map((number) => {
          const on = value.includes(number);
          return (
            <button
              key={number}
              type="button"
              aria-pressed={on}
              aria-label={`${noun} ${number}`}
              onClick={() => set(on ? value.filter((each) => each !== number) : [...value, number])}
              className="flex h-8 min-w-10 items-center justify-center gap-1 rounded-full border border-line-strong px-3 font-medium text-muted hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
            >
              {number}
              {on && <X aria-hidden="true" className="size-3" />}
            </button>
          );
        })}
        <TextInput
          aria-label={`Another ${noun.toLowerCase()}`}
          inputMode="text"
          placeholder="other, or 1-8"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || typed === "") return;
            event.preventDefault();
            add();
          }}
          className="w-32"
        />
        <Button onClick={add} disabled={typed.trim() === ""}>
          <Plus aria-hidden="true" />
          Add
        </Button>
      </div>
      <p
        className={note ? "text-bad text-xs" : "text-muted text-xs"}
        role={note ? "alert" : undefined}
      >
        {note ?? help}
      </p>
    </fieldset>
  );
}
