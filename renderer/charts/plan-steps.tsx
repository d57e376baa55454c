import type { Area } from "./plot/area.ts";

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

interface PlanStepsProps {
  readonly area: Area;
  readonly steps: readonly PlanStep[];
  /** Seconds; null before the run begins. */
  readonly now: number | null;
}

/** Each step as an area under its load, named where there is room, and how far the run is. */
export function PlanSteps({ area, steps, now }: PlanStepsProps) {
  const foot = area.height;
  return (
    <g>
      {steps.map(({ fromSeconds, toSeconds, fromValue, toValue, phase, label }) => {
        const [left, right] = [area.x(fromSeconds), area.x(toSeconds)];
        const [begin, end] = [area.y(fromValue), area.y(toValue)];
        const { color } = phaseLooks[phase];
        const [from, to] = [Math.max(left, 0), Math.min(right, area.width)];
        const named = phase === "measure" && to - from > label.length * 6.2 + 8;
        return (
          <g key={`${fromSeconds} ${label}`}>
            <path
              d={`M${left} ${foot}V${begin}L${right} ${end}V${foot}z`}
              fill={color}
              opacity={0.22}
            />
            <path d={`M${left} ${begin}L${right} ${end}`} stroke={color} strokeWidth={2} />
            {named && (
              <text
                x={(from + to) / 2}
                y={Math.min(foot - 6, Math.max(begin, end) + 15)}
                textAnchor="middle"
                fontSize={11}
                fill="var(--color-ink)"
              >
                {label}
              </text>
            )}
          </g>
        );
      })}
      {now !== null && (
        <line
          x1={area.x(now)}
          x2={area.x(now)}
          y2={foot}
          stroke="var(--color-ink)"
          strokeWidth={1.5}
        />
      )}
    </g>
  );
}
