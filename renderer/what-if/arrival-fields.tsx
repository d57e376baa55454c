import type { Arrivals, WhatIfLoad } from "../../main/contract/index.ts";
import { Segmented } from "../ui/segmented.tsx";
import type { ScenarioField } from "./scenario.ts";
import { SliderField } from "./slider-field.tsx";
import { logSlider } from "./slider-scale.ts";

type Load<Kind> = Extract<WhatIfLoad, { kind: Kind }>;

interface LoadFieldsProps<Kind> {
  readonly load: Load<Kind>;
  readonly errors: ReadonlyMap<ScenarioField, string>;
  readonly onChange: (load: Load<Kind>) => void;
}

const RATE = logSlider(1, 10_000);
const BURSTINESS = logSlider(0.05, 20);

const ABOUT: Readonly<Record<Arrivals["kind"], string>> = {
  poisson: "Gaps of independent callers: some requests come close together.",
  constant: "The same gap every time.",
  gamma: "Burstier than independent callers where the number is below 1, more even above it.",
};

/** Requests per second, and how the gaps between them vary. */
export function RateFields({ load, errors, onChange }: LoadFieldsProps<"rate">) {
  const { rate, arrivals = { kind: "poisson" } } = load;
  return (
    <>
      <SliderField
        label="Requests per second"
        unit="/s"
        scale={RATE}
        value={rate}
        error={errors.get("load")}
        onChange={(next) => onChange({ ...load, rate: next })}
      />
      <div className="flex flex-col items-start gap-1">
        <Segmented<Arrivals["kind"]>
          label="Arrivals"
          options={[
            { value: "poisson", label: "Poisson" },
            { value: "constant", label: "Constant" },
            { value: "gamma", label: "Gamma" },
          ]}
          value={arrivals.kind}
          onPick={(kind) =>
            onChange({ ...load, arrivals: kind === "gamma" ? { kind, burstiness: 0.5 } : { kind } })
          }
        />
        <p className="text-muted text-xs">{ABOUT[arrivals.kind]}</p>
      </div>
      {arrivals.kind === "gamma" && (
        <SliderField
          label="Burstiness"
          help="1 is Poisson; less is burstier."
          scale={BURSTINESS}
          value={arrivals.burstiness}
          error={errors.get("burstiness")}
          onChange={(burstiness) => onChange({ ...load, arrivals: { kind: "gamma", burstiness } })}
        />
      )}
    </>
  );
}
