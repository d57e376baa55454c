import { useState } from "react";
import type { LaunchCandidate, LaunchFlag } from "../../main/contract/index.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { Field, Select } from "../ui/field.tsx";
import { TextField } from "../ui/text-field.tsx";
import { X } from "lucide-react";
import { candidatesFor, valueHint, withAnother } from "./form.ts";

interface CandidateFieldsProps {
  readonly flags: readonly LaunchFlag[];
  /** Where the flags were read from. */
  readonly source: string;
  readonly candidates: readonly LaunchCandidate[];
  readonly onChange: (candidates: readonly LaunchCandidate[]) => void;
}

const OTHER = "other";
const NEW = "new";
const MAX_CANDIDATES = 16;

/** Candidates, each the base with some flags changed. */
export function CandidateFields({ flags, source, candidates, onChange }: CandidateFieldsProps) {
  const [picked, setPicked] = useState(flags[0]?.name ?? OTHER);
  const [typed, setTyped] = useState("");
  const [values, setValues] = useState("");
  const [target, setTarget] = useState(NEW);
  const known = flags.find(({ name }) => name === picked);
  const name = known?.name ?? typed.trim();
  const isSwitch = known?.value.kind === "switch";
  const value = isSwitch && values.trim() === "" ? "off" : values;
  const index = Number(target);
  const existing = target === NEW ? undefined : candidates[index];
  const isWritten = /^--[A-Za-z0-9]/.test(name);
  const isReady = isWritten && (!known || isSwitch || values.trim() !== "");
  const add = (removes: boolean) => {
    if (existing) {
      const change = { flag: name, value: removes ? null : value.trim() };
      onChange(candidates.map((each, at) => (at === index ? withAnother(each, change) : each)));
    } else {
      const more = removes
        ? [{ label: `without ${name}`, changes: [{ flag: name, value: null }] }]
        : candidatesFor(name, value);
      const labels = new Set(candidates.map(({ label }) => label));
      onChange([...candidates, ...more.filter(({ label }) => !labels.has(label))]);
    }
    setValues("");
  };
  const isFull = candidates.length >= MAX_CANDIDATES && !existing;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <Field label="Flag">
          {(control) => (
            <Select
              {...control}
              options={[
                ...flags.map((each) => ({ value: each.name, label: each.name })),
                { value: OTHER, label: "Another flag…" },
              ]}
              value={picked}
              onPick={setPicked}
            />
          )}
        </Field>
        {!known && (
          <TextField
            label="Name"
            value={typed}
            onChange={setTyped}
            exact
            example="--seed"
            maxLength={100}
            className="w-48"
          />
        )}
        {isSwitch ? (
          <Field label="Value">
            {(control) => (
              <Select
                {...control}
                options={[
                  { value: "on", label: "on" },
                  { value: "off", label: "off" },
                ]}
                value={value}
                onPick={setValues}
              />
            )}
          </Field>
        ) : (
          <TextField
            label={existing ? "Value" : "Values, separated by commas"}
            value={values}
            onChange={setValues}
            exact
            maxLength={2000}
            className="w-64"
          />
        )}
        {candidates.length > 0 && (
          <Field label="Add to">
            {(control) => (
              <Select
                {...control}
                className="max-w-72"
                options={[
                  { value: NEW, label: "New candidates, one per value" },
                  ...candidates.map(({ label }, at) => ({ value: String(at), label })),
                ]}
                value={existing ? target : NEW}
                onPick={setTarget}
              />
            )}
          </Field>
        )}
        <Button disabled={!isReady || isFull} onClick={() => add(false)}>
          {existing ? "Add flag" : "Add candidates"}
        </Button>
        <Button look="quiet" disabled={!isWritten || isFull} onClick={() => add(true)}>
          Without the flag
        </Button>
      </div>
      <p className="text-muted" data-testid="flag-effect">
        {known
          ? `${known.effect} ${valueHint(known)}`
          : "The console passes a flag that it doesn't know on as you write it. Leave the value empty for one that takes none."}
      </p>
      {candidates.length > 0 && (
        <ul aria-label="Candidates" className="divide-y divide-line rounded-md border border-line">
          {candidates.map(({ label }, at) => (
            <li key={label} className="flex items-center justify-between gap-3 px-3 py-1.5">
              <span className="wrap-anywhere font-mono text-xs">{label}</span>
              <IconButton
                label={`Remove ${label}`}
                onClick={() => {
                  setTarget(NEW);
                  onChange(candidates.filter((_, other) => other !== at));
                }}
              >
                <X aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <p className="text-muted text-xs">
        Ranges and defaults: {source}. Your version may differ; its own check counts.
      </p>
    </div>
  );
}
