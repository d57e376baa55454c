import type { ReactNode } from "react";
import { usePlotArea, useXAxisScale, useYAxisScale } from "recharts";
import type { Area } from "./scale.ts";

/** Shapes that recharts has no series for, drawn in px from the upper left corner of the plot. */
export function Layer({ children }: { children: (area: Area) => ReactNode }) {
  const plot = usePlotArea();
  const [x, y] = [useXAxisScale(), useYAxisScale()];
  if (!plot || !x || !y) return null;
  return (
    <g transform={`translate(${plot.x} ${plot.y})`}>
      {children({
        width: plot.width,
        height: plot.height,
        x: (value) => (x(value) ?? Number.NaN) - plot.x,
        y: (value) => (y(value) ?? Number.NaN) - plot.y,
      })}
    </g>
  );
}

export interface TopLabel {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** A text above each bar, not clipped if the bar is narrower. */
export function TopLabels({ labels }: { labels: readonly TopLabel[] }) {
  return (
    <Layer>
      {(area) =>
        labels.map(({ x, y, text }) => (
          <text
            key={x}
            x={area.x(x)}
            y={area.y(y) - 5}
            textAnchor="middle"
            fontSize={11}
            fill="var(--color-muted)"
          >
            {text}
          </text>
        ))
      }
    </Layer>
  );
}

/** A limit that latency must stay under. */
export interface Bound {
  readonly ms: number;
  /** "p99 ≤ 20 ms" */
  readonly label: string;
}

/** A horizontal line with its name at its end. */
export function BoundLine({ bound }: { bound: Bound }) {
  return (
    <Layer>
      {(area) => <BoundMark width={area.width} y={area.y(bound.ms)} label={bound.label} />}
    </Layer>
  );
}

function BoundMark({ width, y, label }: { width: number; y: number; label: string }) {
  const above = y > 16;
  return (
    <g transform={`translate(0 ${y.toFixed(2)})`}>
      <line
        x2={width}
        stroke="var(--color-bad)"
        strokeWidth={1.25}
        strokeDasharray="7 4"
        opacity={0.9}
      />
      <text
        x={width - 4}
        y={above ? -5 : 13}
        textAnchor="end"
        fontSize={11}
        fill="var(--color-bad)"
        stroke="var(--color-surface)"
        strokeWidth={3}
        paintOrder="stroke"
      >
        {label}
      </text>
    </g>
  );
}
