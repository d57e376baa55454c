import { Area, ReferenceLine } from "recharts";
import { formatCount } from "../format/numbers.ts";
import { ChartFrame } from "../ui/chart-frame.tsx";
import { valueAxis } from "./axis.ts";
import { STILL, Chart } from "./chart.tsx";
import { cursorAlong } from "./cursor.ts";
import { Layer } from "./layers.tsx";
import { Legend } from "./legend.tsx";
import { secondsAxis, secondsText } from "./run-window.ts";
import { TipRows } from "./tip.tsx";
import { useZoom } from "./use-zoom.ts";

interface PlanPreviewProps {
  readonly title: string;
  readonly about: string;
  /** The offered load, with its unit: "requests/s", "requests in flight". */
  readonly unit: string;
  /** In order; each starts where the previous one ended or later. */
  readonly steps: readonly PlanStep[];
  /** Progress of the run, seconds; null before it starts. */
  readonly now?: number | null | undefined;
}

const HEIGHT = 200;

/** The load that a plan offers over time. */
export function PlanPreview({ title, about, unit, steps, now = null }: PlanPreviewProps) {
  const zoom = useZoom([0, Math.max(1, steps.at(-1)?.toSeconds ?? 1)]);
  const words = (step: PlanStep) =>
    `${secondsText(step.fromSeconds)} to ${secondsText(step.toSeconds)}: ${phaseLooks[step.phase].label}, ${step.label}, ${loadText(step)} ${unit}`;
  return (
    <ChartFrame
      title={title}
      about={about}
      legend={
        <Legend
          items={phasesWithin(steps).map((phase) => ({
            ...phaseLooks[phase],
            key: phase,
            shape: "box",
          }))}
        />
      }
      chart={
        <Chart
          title={title}
          words={steps.map(words).join("; ")}
          height={HEIGHT}
          x={secondsAxis(zoom.span, "Planned time")}
          y={valueAxis(
            "Load",
            unit,
            steps.flatMap(({ fromValue, toValue }) => [fromValue, toValue]),
          )}
          zoom={zoom}
          empty={steps.length === 0 ? "The plan has no steps yet." : null}
          cursor={cursorAlong(
            steps,
            ({ fromSeconds, toSeconds }) => (fromSeconds + toSeconds) / 2,
            (step) => ({
              words: words(step),
              tip: (
                <TipRows
                  head={step.label}
                  rows={[
                    {
                      key: "phase",
                      label: phaseLooks[step.phase].label,
                      text: `${secondsText(step.fromSeconds)} – ${secondsText(step.toSeconds)}`,
                      color: phaseLooks[step.phase].color,
                    },
                    { key: "load", label: unit, text: loadText(step) },
                  ]}
                />
              ),
            }),
          )}
        >
          <PlanSteps steps={steps} />
          {now !== null && (
            <ReferenceLine x={now} zIndex={0} stroke="var(--color-ink)" strokeWidth={1.5} />
          )}
        </Chart>
      }
      height={HEIGHT}
      data={() => ({
        columns: [
          { key: "from", head: "From", unit: "s" },
          { key: "to", head: "To", unit: "s", numeric: true },
          { key: "phase", head: "Phase" },
          { key: "label", head: "Step" },
          { key: "fromValue", head: "Load at its beginning", unit, numeric: true },
          { key: "toValue", head: "Load at its end", unit, numeric: true },
        ],
        rows: steps.map(({ fromSeconds, toSeconds, fromValue, toValue, phase, label }, index) => ({
          key: index,
          values: [fromSeconds, toSeconds, phaseLooks[phase].label, label, fromValue, toValue],
          cells: [
            secondsText(fromSeconds),
            secondsText(toSeconds),
            phaseLooks[phase].label,
            label,
            formatCount(fromValue),
            formatCount(toValue),
          ],
        })),
      })}
    />
  );
}

function loadText({ fromValue, toValue }: PlanStep): string {
  return fromValue === toValue
    ? formatCount(fromValue)
    : `${formatCount(fromValue)} → ${formatCount(toValue)}`;
}

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

/** The phases of a step, in the order of a run. */
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
