import { useState } from "react";
import type { LaunchCandidate, LaunchFlag } from "../../main/contract/index.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { Field, Select } from "../ui/field.tsx";
import { TextField } from "../ui/text-field.tsx";
import { X } from "lucide-react";
import { candidatesFor, valueHint, withAnother, withVariable } from "./form.ts";

interface CandidateFieldsProps {
  readonly flags: readonly LaunchFlag[];
  /** Where the flags were read from. */
  readonly source: string;
  readonly candidates: readonly LaunchCandidate[];
  readonly onChange: (candidates: readonly LaunchCandidate[]) => void;
}

const OTHER = "other";
const VARIABLE = "variable";
const NEW = "new";
const MAX_CANDIDATES = 16;

/** Candidates, each the base with some flags and variables changed. */
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
  const isVariable = picked === VARIABLE;
  const isWritten = (isVariable ? /^[A-Za-z_]\w*$/ : /^--[A-Za-z0-9]/).test(name);
  const isReady = isWritten && (!(known || isVariable) || isSwitch || values.trim() !== "");
  const put = (one: LaunchCandidate) => {
    if (existing) onChange(candidates.map((each, at) => (at === index ? one : each)));
    else if (!candidates.some(({ label }) => label === one.label)) onChange([...candidates, one]);
  };
  const add = (removes: boolean) => {
    const given = removes ? null : value.trim();
    if (isVariable) put(withVariable(existing, { name, value: given }));
    else if (existing) put(withAnother(existing, { flag: name, value: given }));
    else {
      const more = removes
        ? [{ label: `without ${name}`, changes: [{ flag: name, value: null }] }]
        : candidatesFor(name, value);
      const labels = new Set(candidates.map(({ label }) => label));
      onChange([...candidates, ...more.filter(({ label }) => !labels.has(label))]);
    }
    setValues("");
  };
  const what = isVariable ? "variable" : "flag";
  const addLabel = existing ? `Add ${what}` : isVariable ? "Add candidate" : "Add candidates";
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
                { value: VARIABLE, label: "Environment variable…" },
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
            example={isVariable ? "VLLM_USE_V1" : "--seed"}
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
            label={existing || isVariable ? "Value" : "Values, separated by commas"}
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
          {addLabel}
        </Button>
        <Button look="quiet" disabled={!isWritten || isFull} onClick={() => add(true)}>
          {`Without the ${what}`}
        </Button>
      </div>
      <p className="text-muted" data-testid="flag-effect">
        {known
          ? `${known.effect} ${valueHint(known)}`
          : isVariable
            ? "Set in addition to the server's environment. Variables that hold secrets can't be changed."
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
