import type { Lengths } from "../../../../main/contract/index.ts";
import { Segmented } from "../../../ui/segmented.tsx";
import { NumberField } from "../number-field.tsx";

interface LengthsFieldProps {
  readonly label: string;
  readonly help?: string;
  /** Path of the field in the plan. */
  readonly path: string;
  readonly value: Lengths;
  readonly onChange: (lengths: Lengths) => void;
}

const kinds: readonly { value: Lengths["kind"]; label: string }[] = [
  { value: "fixed", label: "Fixed" },
  { value: "uniform", label: "Uniform" },
  { value: "normal", label: "Normal" },
  { value: "lognormal", label: "Lognormal" },
];

/** A distribution of about the same length. */
function begin(kind: Lengths["kind"], now: Lengths): Lengths {
  const tokens = middle(now);
  switch (kind) {
    case "fixed":
      return { kind, tokens };
    case "uniform":
      return { kind, least: Math.max(1, Math.round(tokens / 2)), most: Math.round(tokens * 1.5) };
    case "normal":
      return { kind, mean: tokens, deviation: Math.round(tokens / 4) };
    case "lognormal":
      return { kind, median: tokens, sigma: 0.5 };
  }
}

export function middle(lengths: Lengths): number {
  switch (lengths.kind) {
    case "fixed":
      return lengths.tokens;
    case "uniform":
      return Math.round((lengths.least + lengths.most) / 2);
    case "normal":
      return lengths.mean;
    case "lognormal":
      return lengths.median;
  }
}

/** Lengths of texts in tokens. */
export function LengthsField({ label, help, path, value, onChange }: LengthsFieldProps) {
  return (
    <div className="flex flex-wrap items-start gap-6">
      <div className="flex flex-col items-start gap-1">
        <span className="font-medium">{label}</span>
        <Segmented<Lengths["kind"]>
          label={label}
          options={kinds}
          value={value.kind}
          onPick={(kind) => kind !== value.kind && onChange(begin(kind, value))}
        />
        {help && <p className="max-w-80 text-muted text-xs">{help}</p>}
      </div>
      <LengthNumbers path={path} value={value} onChange={onChange} />
    </div>
  );
}

function LengthNumbers({ path, value, onChange }: Omit<LengthsFieldProps, "label" | "help">) {
  const number = (label: string, field: string, now: number, set: (next: number) => void) => (
    <NumberField
      label={label}
      path={`${path}.${field}`}
      value={now}
      onChange={set}
      className="w-32"
      {...(field === "sigma" ? {} : { unit: "tokens" })}
    />
  );
  switch (value.kind) {
    case "fixed":
      return number("Length", "tokens", value.tokens, (tokens) => onChange({ ...value, tokens }));
    case "uniform":
      return (
        <>
          {number("Least", "least", value.least, (least) => onChange({ ...value, least }))}
          {number("Most", "most", value.most, (most) => onChange({ ...value, most }))}
        </>
      );
    case "normal":
      return (
        <>
          {number("Mean", "mean", value.mean, (mean) => onChange({ ...value, mean }))}
          {number("Deviation", "deviation", value.deviation, (deviation) =>
            onChange({ ...value, deviation }),
          )}
        </>
      );
    case "lognormal":
      return (
        <>
          {number("Median", "median", value.median, (median) => onChange({ ...value, median }))}
          {number("Sigma", "sigma", value.sigma, (sigma) => onChange({ ...value, sigma }))}
        </>
      );
  }
}
