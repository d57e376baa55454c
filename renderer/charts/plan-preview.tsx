import { formatCount } from "../format/numbers.ts";
import { ChartFrame } from "../ui/chart-frame.tsx";
import { type PlanStep, PlanSteps, phaseLooks } from "./plan-steps.tsx";
import { cursorAlong } from "./plot/cursor.ts";
import { Legend } from "./plot/legend.tsx";
import { Plot } from "./plot/plot.tsx";
import { valueAxis } from "./plot/value-axis.ts";
import { TipRows } from "./plot/tip.tsx";
import { useZoom } from "./plot/use-zoom.ts";
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
  const phases = (["warmup", "measure", "pause"] as const).filter((phase) =>
    steps.some((step) => step.phase === phase),
  );
  return (
    <ChartFrame
      title={title}
      about={about}
      legend={
        <Legend
          items={phases.map((phase) => ({
            ...phaseLooks[phase],
            key: phase,
            shape: "box",
          }))}
        />
      }
      chart={
        <Plot
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
          {(area) => <PlanSteps area={area} steps={steps} now={now} />}
        </Plot>
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
