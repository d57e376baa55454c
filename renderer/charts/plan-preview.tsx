import { ReferenceLine } from "recharts";
import { formatCount } from "../format/numbers.ts";
import { ChartFrame } from "../ui/chart-frame.tsx";
import { type PlanStep, PlanSteps, phaseLooks, phasesWithin } from "./plan-steps.tsx";
import { cursorAlong } from "./cursor.ts";
import { Legend } from "./legend.tsx";
import { Chart } from "./chart.tsx";
import { valueAxis } from "./axis.ts";
import { TipRows } from "./tip.tsx";
import { useZoom } from "./use-zoom.ts";
import { secondsText, secondsAxis } from "./run-window.ts";

interface PlanPreviewProps {
  readonly title: string;
  readonly about: string;
  /** What is offered, with its unit: "requests/s", "requests in flight". */
  readonly unit: string;
  /** In their order, each beginning where the last ended or later. */
  readonly steps: readonly PlanStep[];
  /** How far the run is, seconds; null before it begins. */
  readonly now?: number | null | undefined;
}

const HEIGHT = 200;

/** The load a plan offers over the time it takes. */
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
            steps.map(({ fromSeconds, toSeconds }) => (fromSeconds + toSeconds) / 2),
            (area, index) => {
              const step = steps[index];
              if (!step) return { x: 0, words: "none", tip: null };
              return {
                x: area.x((step.fromSeconds + step.toSeconds) / 2),
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
              };
            },
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
