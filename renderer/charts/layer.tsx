import type { ReactNode } from "react";
import { usePlotArea, useXAxisScale, useYAxisScale } from "recharts";
import type { Area } from "./area.ts";

/** What recharts has no series for, drawn in a chart from the upper left corner of its plot, px. */
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
