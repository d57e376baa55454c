import type { Arrivals } from "../../../main/contract/index.ts";
import { Segmented } from "../../ui/segmented.tsx";
import { NumberField } from "./number-field.tsx";

interface ArrivalsFieldProps {
  readonly arrivals: Arrivals;
  readonly onChange: (arrivals: Arrivals) => void;
}

const about: Record<Arrivals["kind"], string> = {
  constant: "The same gap every time: the kindest traffic there is.",
  poisson: "As independent callers arrive: gaps vary, some come close together.",
  gamma: "Burstier than independent callers where the number is below 1, more even above it.",
};

/** How the gaps of an open loop vary. */
export function ArrivalsField({ arrivals, onChange }: ArrivalsFieldProps) {
  return (
    <div className="flex flex-wrap items-start gap-6">
      <div className="flex flex-col items-start gap-1">
        <span className="font-medium">Arrivals</span>
        <Segmented<Arrivals["kind"]>
          label="Arrivals"
          options={[
            { value: "constant", label: "Constant" },
            { value: "poisson", label: "Poisson" },
            { value: "gamma", label: "Gamma" },
          ]}
          value={arrivals.kind}
          onPick={(kind) => onChange(kind === "gamma" ? { kind, burstiness: 0.5 } : { kind })}
        />
        <p className="max-w-prose text-muted text-xs">{about[arrivals.kind]}</p>
      </div>
      {arrivals.kind === "gamma" && (
        <NumberField
          label="Burstiness"
          path="load.arrivals.burstiness"
          help="1 is Poisson; less is burstier."
          value={arrivals.burstiness}
          onChange={(burstiness) => onChange({ kind: "gamma", burstiness })}
        />
      )}
    </div>
  );
}
