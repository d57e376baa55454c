import { useState } from "react";
import { Field, TextInput } from "../ui/field.tsx";
import type { SliderScale } from "./slider-scale.ts";

interface SliderFieldProps {
  readonly label: string;
  readonly value: number;
  readonly scale: SliderScale;
  readonly unit?: string;
  readonly help?: string;
  readonly error: string | undefined;
  /** The active configuration's value, if it differs. */
  readonly active?: string | undefined;
  /** NaN if the text isn't a number. */
  readonly onChange: (value: number) => void;
}

const formatNumber = (value: number) => (Number.isNaN(value) ? "" : String(value));
const read = (text: string) => (text.trim() === "" ? Number.NaN : Number(text.replace(",", ".")));

/** A number with a slider for common values and a box for any value. */
export function SliderField(props: SliderFieldProps) {
  const { label, value, scale, unit, help, error, active, onChange } = props;
  const [text, setText] = useState(formatNumber(value));
  const shown = Object.is(read(text), value) ? text : formatNumber(value);
  const note = active === undefined ? help : `Active: ${active}.${help ? ` ${help}` : ""}`;
  return (
    <Field label={label} help={note} error={error ?? null}>
      {(control) => (
        <div className="flex items-center gap-3">
          <input
            type="range"
            aria-label={`${label}, slider`}
            aria-valuetext={`${formatNumber(value)}${unit ? ` ${unit}` : ""}`}
            min={0}
            max={scale.last}
            value={Number.isNaN(value) ? 0 : scale.positionAt(value)}
            onChange={(event) => onChange(scale.valueAt(Number(event.target.value)))}
            className="min-w-0 flex-1 accent-accent"
          />
          <span className="flex w-28 shrink-0 items-center gap-1.5">
            <TextInput
              {...control}
              className="w-full min-w-0 text-right"
              inputMode="decimal"
              autoComplete="off"
              value={shown}
              onChange={(event) => {
                setText(event.target.value);
                onChange(read(event.target.value));
              }}
            />
            {unit && <span className="w-8 shrink-0 text-muted text-xs">{unit}</span>}
          </span>
        </div>
      )}
    </Field>
  );
}
