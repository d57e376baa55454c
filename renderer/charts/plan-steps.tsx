import { Area } from "recharts";
import { Layer } from "./layer.tsx";
import { STILL } from "./series-look.ts";

export interface PlanStep {
  /** Seconds from the run's beginning. */
  readonly fromSeconds: number;
  readonly toSeconds: number;
  /** The offered load where the step begins and ends: different in a ramp. */
  readonly fromValue: number;
  readonly toValue: number;
  readonly phase: "warmup" | "measure" | "pause";
  /** "concurrency 8" */
  readonly label: string;
}

export const phaseLooks: Record<PlanStep["phase"], { label: string; color: string }> = {
  warmup: { label: "warm-up", color: "var(--color-chart-6)" },
  measure: { label: "measured", color: "var(--color-chart-1)" },
  pause: { label: "pause", color: "var(--color-line-strong)" },
};

/** The phases that steps have, in the order of a run. */
export const phasesWithin = (steps: readonly PlanStep[]) =>
  (["warmup", "measure", "pause"] as const).filter((phase) =>
    steps.some((step) => step.phase === phase),
  );

/** Each step as an area under its load, named where there is room. */
export function PlanSteps({ steps }: { steps: readonly PlanStep[] }) {
  return (
    <>
      {phasesWithin(steps).map((phase) => (
        <Area
          {...STILL}
          key={phase}
          data={steps
            .filter((step) => step.phase === phase)
            .flatMap(({ fromSeconds, toSeconds, fromValue, toValue }) => [
              { x: fromSeconds, load: fromValue },
              { x: toSeconds, load: toValue },
              { x: toSeconds, load: null },
            ])}
          dataKey="load"
          fill={phaseLooks[phase].color}
          fillOpacity={0.22}
          stroke={phaseLooks[phase].color}
          strokeWidth={2}
          activeDot={false}
        />
      ))}
      <Layer>
        {(area) =>
          steps.map(({ fromSeconds, toSeconds, fromValue, toValue, phase, label }) => {
            const left = Math.max(area.x(fromSeconds), 0);
            const right = Math.min(area.x(toSeconds), area.width);
            if (phase !== "measure" || right - left <= label.length * 6.2 + 8) return null;
            const top = Math.max(area.y(fromValue), area.y(toValue));
            return (
              <text
                key={`${fromSeconds} ${label}`}
                x={(left + right) / 2}
                y={Math.min(area.height - 6, top + 15)}
                textAnchor="middle"
                fontSize={11}
                fill="var(--color-ink)"
              >
                {label}
              </text>
            );
          })
        }
      </Layer>
    </>
  );
}
