import type { RolloutLimits } from "../../../main/contract/index.ts";
import { TextInput } from "../../ui/field.tsx";

interface LimitsProps {
  readonly limits: RolloutLimits;
  readonly onChange: (limits: RolloutLimits) => void;
}

const ROWS = [
  { field: "failureShare", label: "Failures", unit: "% of the requests more", scale: 100 },
  { field: "rejectedShare", label: "Rejections", unit: "% of the requests more", scale: 100 },
  { field: "queueTimes", label: "Time in the queue", unit: "times as much", scale: 1 },
  { field: "latencyTimes", label: "Latency", unit: "times as much", scale: 1 },
] as const;

/** How much worse a replica's figures may get. */
export function Limits({ limits, onChange }: LimitsProps) {
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1 font-medium">
        Stop if, compared with before the change, there are more than
      </legend>
      {ROWS.map(({ field, label, unit, scale }) => {
        const value = limits[field];
        return (
          <div key={field} className="grid grid-cols-[9rem_5rem_1fr] items-center gap-2">
            <label className="flex items-center gap-2">
              <input
                type="checkbox"
                checked={value !== null}
                onChange={(event) =>
                  onChange({
                    ...limits,
                    [field]: event.target.checked ? (scale === 1 ? 2 : 0.01) : null,
                  })
                }
              />
              {label}
            </label>
            <TextInput
              type="number"
              aria-label={`${label}, ${unit}`}
              disabled={value === null}
              min={scale === 1 ? 1 : 0}
              max={scale === 1 ? 1000 : 100}
              step="any"
              value={value === null ? "" : Number((value * scale).toPrecision(6))}
              onChange={(event) =>
                event.target.value !== "" &&
                onChange({ ...limits, [field]: Number(event.target.value) / scale })
              }
            />
            <span className="text-muted">{unit}</span>
          </div>
        );
      })}
    </fieldset>
  );
}
