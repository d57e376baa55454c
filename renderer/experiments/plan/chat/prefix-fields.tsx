import { type ComponentProps, useState } from "react";
import type { PrefixGroups } from "../../../../main/contract/index.ts";
import { Field, TextInput } from "../../../ui/field.tsx";
import { Segmented } from "../../../ui/segmented.tsx";
import { NumberField } from "../number-field.tsx";
import { usePlan } from "../plan-context.ts";
import { errorWithin } from "../validate.ts";

interface PrefixFieldsProps {
  readonly prefixes: PrefixGroups | null;
  readonly at: string;
  readonly onChange: (prefixes: PrefixGroups | null) => void;
}

const FIRST: PrefixGroups = { share: 0.8, count: 4, tokens: 128 };

type Spread = "even" | NonNullable<PrefixGroups["byGroup"]>["kind"];

/** Groups of prompts with the same beginning, which a prefix cache can reuse. */
export function PrefixFields({ prefixes, at, onChange }: PrefixFieldsProps) {
  return (
    <div className="flex flex-col gap-3">
      <label className="flex items-start gap-2">
        <input
          type="checkbox"
          className="mt-1"
          checked={prefixes !== null}
          onChange={(event) => onChange(event.target.checked ? FIRST : null)}
        />
        <span>
          <span className="font-medium">Prompts share prefixes</span>
          <span className="block max-w-prose text-muted text-xs">
            As with system prompts and documents. A prefix cache stores them.
          </span>
        </span>
      </label>
      {prefixes && (
        <div className="flex flex-wrap items-start gap-6">
          <NumberField
            label="Share of requests"
            path={`${at}.share`}
            help="From 0 to 1."
            value={prefixes.share}
            onChange={(share) => onChange({ ...prefixes, share })}
          />
          <NumberField
            label="Different prefixes"
            path={`${at}.count`}
            help="Groups of requests, each with its own prefix."
            value={prefixes.count}
            onChange={(count) => onChange({ ...prefixes, count })}
          />
          <NumberField
            label="Prefix length"
            path={`${at}.tokens`}
            unit="tokens"
            value={prefixes.tokens}
            onChange={(tokens) => onChange({ ...prefixes, tokens })}
          />
          <SpreadFields prefixes={prefixes} at={at} onChange={onChange} />
        </div>
      )}
    </div>
  );
}

interface SpreadFieldsProps extends PrefixFieldsProps {
  readonly prefixes: PrefixGroups;
}

/** Distribution of requests over the groups. */
function SpreadFields({ prefixes, at, onChange }: SpreadFieldsProps) {
  const { errors } = usePlan();
  const { byGroup, ...groups } = prefixes;
  const pick = (spread: Spread) => {
    if (spread === "even") onChange(groups);
    else if (spread === "zipf") onChange({ ...groups, byGroup: { kind: spread, exponent: 1 } });
    else {
      const weights = Array.from({ length: Math.max(1, groups.count || 1) }, () => 1);
      onChange({ ...groups, byGroup: { kind: spread, weights } });
    }
  };
  return (
    <>
      <div className="flex flex-col items-start gap-1">
        <span className="font-medium">Requests by prefix</span>
        <Segmented<Spread>
          label="Requests by prefix"
          options={[
            { value: "even", label: "Even" },
            { value: "zipf", label: "Zipf" },
            { value: "weights", label: "Weights" },
          ]}
          value={byGroup?.kind ?? "even"}
          onPick={pick}
        />
      </div>
      {byGroup?.kind === "zipf" && (
        <NumberField
          label="Exponent"
          path={`${at}.byGroup.exponent`}
          help="Prefix k gets requests in proportion to 1 / k^exponent."
          value={byGroup.exponent}
          onChange={(exponent) => onChange({ ...prefixes, byGroup: { ...byGroup, exponent } })}
        />
      )}
      {byGroup?.kind === "weights" && (
        <Field
          label="Weights"
          help="One for each prefix, separated by commas."
          error={errorWithin(errors, `${at}.byGroup`)}
          className="w-60"
        >
          {(control) => (
            <NumbersInput
              {...control}
              value={byGroup.weights}
              onChange={(weights) => onChange({ ...prefixes, byGroup: { ...byGroup, weights } })}
            />
          )}
        </Field>
      )}
    </>
  );
}

interface NumbersInputProps extends Omit<ComponentProps<"input">, "value" | "onChange"> {
  readonly value: readonly number[];
  readonly onChange: (value: number[]) => void;
}

const read = (text: string): number[] =>
  text.split(",").map((each) => (each.trim() === "" ? Number.NaN : Number(each)));

/** Numbers separated by commas; invalid ones are NaN. */
function NumbersInput({ value, onChange, ...rest }: NumbersInputProps) {
  const [text, setText] = useState(value.join(", "));
  // A value set from outside replaces the typed text.
  const isTyped = JSON.stringify(read(text)) === JSON.stringify(value);
  return (
    <TextInput
      {...rest}
      inputMode="text"
      autoComplete="off"
      value={isTyped ? text : value.join(", ")}
      onChange={(event) => {
        setText(event.target.value);
        onChange(read(event.target.value));
      }}
    />
  );
}
