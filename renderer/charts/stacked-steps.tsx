import { Bar, type BarShapeProps } from "recharts";
import { formatPercent } from "../format/numbers.ts";
import { ChartFrame } from "../ui/chart-frame.tsx";
import { STILL, Chart } from "./chart.tsx";
import { cursorAlong } from "./cursor.ts";
import { Legend } from "./legend.tsx";
import { bandScale } from "./scale.ts";
import { TipRows } from "./tip.tsx";
import { TopLabels } from "./layers.tsx";
import { valueAxis } from "./axis.ts";
import { useZoom } from "./use-zoom.ts";

export interface StackPart {
  readonly key: string;
  readonly label: string;
  /** A CSS colour. */
  readonly color: string;
  /** By load; null where the server did not report it. */
  readonly values: readonly (number | null)[];
}

interface StackedStepsProps {
  readonly title: string;
  readonly about: string;
  readonly mark?: string | undefined;
  /** What varies between the steps: "concurrency". */
  readonly by: string;
  /** What adds up: "Mean latency". */
  readonly yTitle?: string;
  readonly loads: readonly (string | number)[];
  /** From bottom to top. */
  readonly parts: readonly StackPart[];
  readonly format: (value: number | null) => string;
  /** Of the exported values. */
  readonly unit?: string;
  /** All bars have the same height; parts are shares of it. */
  readonly asShares?: boolean;
  /** Shown if no part has a value. */
  readonly empty?: string;
}

const HEIGHT = 260;

/** Stacked bars by load: where latency was spent, or how large the executed batches were. */
export function StackedSteps(props: StackedStepsProps) {
  const { title, about, mark, by, loads, parts, format, unit = "", asShares = false } = props;
  const { yTitle = title } = props;
  const zoom = useZoom([-0.5, Math.max(0.5, loads.length - 0.5)]);
  const [from, to] = zoom.span;
  const totals = loads.map((_, load) =>
    parts.reduce((sum, { values }) => sum + (values[load] ?? 0), 0),
  );
  const inSight = totals.filter((_, load) => load > from - 0.5 && load < to + 0.5);
  const bare = totals.every((total) => total === 0);
  const rowsAt = (load: number) =>
    parts
      .map(({ key, label, color, values }) => ({
        key,
        label,
        color,
        value: values[load] ?? null,
      }))
      .filter(({ value }) => value !== null && (value > 0 || !asShares))
      .map(({ value, ...part }) => ({
        ...part,
        text: asShares
          ? `${formatPercent((value ?? 0) / (totals[load] || 1))} (${format(value)})`
          : format(value),
      }));
  const words = (load: number) =>
    `${by} ${loads[load]}: ${rowsAt(load)
      .map(({ label, text }) => `${label} ${text}`)
      .join(", ")}`;
  return (
    <ChartFrame
      title={title}
      about={about}
      mark={mark}
      legend={<Legend items={parts.map((part) => ({ ...part, shape: "box" as const }))} />}
      chart={
        <Chart
          title={title}
          words={loads.map((_, load) => words(load)).join("; ")}
          height={HEIGHT}
          bars={loads.map((_, x) => ({ x }))}
          barGap="15%"
          room={{ top: 20 }}
          x={{
            scale: bandScale(zoom.span),
            text: (load) => String(loads[load] ?? ""),
            title: capitalized(by),
          }}
          y={
            asShares
              ? valueAxis(`Share of ${unit}`, "share", [], { top: 1 })
              : valueAxis(yTitle, unit, inSight)
          }
          zoom={zoom}
          empty={bare ? (props.empty ?? "Nothing measured yet.") : null}
          cursor={cursorAlong(
            [...loads.keys()],
            (load) => load,
            (load) => ({
              words: words(load),
              tip: <TipRows head={`${by} ${loads[load]}`} rows={rowsAt(load).toReversed()} />,
            }),
          )}
        >
          {parts.map(({ key, color, values }) => (
            <Bar
              {...STILL}
              key={key}
              stackId="load"
              dataKey={({ x }: { x: number }) => (values[x] ?? 0) / (asShares ? totals[x] || 1 : 1)}
              maxBarSize={64}
              fill={color}
              shape={PartShape}
            />
          ))}
          {!asShares && (
            <TopLabels
              labels={totals.flatMap((y, x) => (y > 0 ? [{ x, y, text: format(y) }] : []))}
            />
          )}
        </Chart>
      }
      caption={`${title} by ${by}`}
      height={HEIGHT}
      data={() => ({
        columns: [
          { key: "load", head: by },
          ...parts.map(({ key, label }) => ({ key, head: label, unit, numeric: true })),
        ],
        rows: loads.map((load, index) => ({
          key: index,
          values: [load, ...parts.map(({ values }) => values[index] ?? null)],
          cells: [load, ...parts.map(({ values }) => format(values[index] ?? null))],
        })),
      })}
    />
  );
}

/** A part of a bar, visible however small, and separated from its neighbours. */
function PartShape({ x, y, width, height, fill }: BarShapeProps) {
  if (height <= 0) return null;
  return (
    <rect
      x={x}
      y={y}
      width={width}
      height={Math.max(0.5, height)}
      fill={fill}
      stroke="var(--color-surface)"
      strokeWidth={height > 3 ? 0.75 : 0}
    />
  );
}

const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
