import { memo } from "react";
import { Area, Line } from "recharts";
import { RECORDED_COLOR } from "../figures/colors.ts";
import { formatClock } from "../format/time.ts";
import { type AxisUnit, valueAxis } from "./axis.ts";
import { BARE_LINE, Chart } from "./chart.tsx";
import type { Crosshair } from "./crosshair.ts";
import { cursorAlong } from "./cursor.ts";
import { Layer } from "./layers.tsx";
import { PLOT } from "./layout.ts";
import { linearScale } from "./scale.ts";
import {
  collectInstants,
  isBlank,
  type Mark,
  newestValue,
  originAt,
  type OriginSpan,
  pointAt,
  type SeriesLine,
  type SeriesPoint,
} from "./series-data.ts";
import { tickText, timeTicks } from "./time-ticks.ts";
import { TipRows } from "./tip.tsx";
import type { Zoom } from "./use-zoom.ts";

interface SeriesPlotProps {
  readonly title: string;
  /** Within the zoom's span. */
  readonly lines: readonly SeriesLine[];
  readonly marks: readonly Mark[];
  readonly zoom: Zoom;
  readonly yTitle: string;
  readonly unit: AxisUnit;
  readonly top: number | undefined;
  readonly whole: boolean;
  readonly empty: string;
  readonly pending: boolean;
  readonly crosshair: Crosshair | undefined;
  readonly origins: readonly OriginSpan[];
}

/** The plot of a chart over the time of day, rendered only when its data changes. */
export const SeriesPlot = memo(function SeriesPlot(props: SeriesPlotProps) {
  const { title, lines, marks, zoom, yTitle, unit, top, whole, crosshair, origins } = props;
  const { span } = zoom;
  const heights = drawnHeights(lines);
  const times = collectInstants(lines);
  const near = times.length > 1 ? ((times.at(-1) ?? 0) - (times[0] ?? 0)) / times.length : 5000;
  return (
    <Chart
      title={title}
      words={[
        ...lines.map((line) => `${line.label} ${line.text(newestValue(line))}`),
        ...marks.map((mark) => `${mark.text} at ${formatClock(mark.time)}`),
        ...origins.map(
          ({ from, to, origin }) =>
            `${formatClock(Math.max(from, span[0]))} to ${formatClock(to)} from ${origin}`,
        ),
      ].join("; ")}
      height={PLOT.height}
      room={PLOT}
      x={{
        scale: { ...linearScale(span), ticks: timeTicks(span) },
        text: tickText(span),
        title: "Time",
      }}
      xKey="t"
      y={valueAxis(yTitle, unit, heights, { top, whole })}
      zoom={zoom}
      empty={isBlank(lines) ? props.empty : null}
      pending={props.pending}
      {...(crosshair && { crosshair })}
      hints={marks.map(({ time, text }) => ({ at: time, text }))}
      cursor={cursorAlong(
        times,
        (t) => t,
        (t) => {
          const rows = lines.map(({ key, label, color, points, text }) => ({
            key,
            label,
            color,
            text: text(pointAt(points, t)?.value ?? null),
          }));
          const origin = originAt(origins, t);
          const happened = marks.filter(({ time }) => Math.abs(time - t) <= near);
          return {
            words: `${formatClock(t)}: ${rows.map((row) => `${row.label} ${row.text}`).join(", ")}`,
            tip: (
              <>
                <TipRows head={formatClock(t)} rows={rows} />
                {origin && <div className="text-muted">From {origin}</div>}
                {happened.map((mark) => (
                  <div key={`${mark.time} ${mark.text}`} className="border-line border-t pt-1">
                    {mark.text}
                  </div>
                ))}
              </>
            ),
          };
        },
      )}
    >
      <Origins origins={origins} />
      {lines.length === 1 && lines[0] && <Range line={lines[0]} />}
      {lines.map((line) => (
        <DrawnLine key={line.key} line={line} />
      ))}
      <Marks marks={marks} />
    </Chart>
  );
});

/** Every height that is drawn; stacked areas are added up. */
function drawnHeights(lines: readonly SeriesLine[]): (number | null)[] {
  const stack = lines.filter(({ shape }) => shape === "stack");
  const sums = (stack[0]?.points ?? []).map((_, index) =>
    stack.reduce((sum, { points }) => sum + (points[index]?.value ?? 0), 0),
  );
  return [
    ...lines.flatMap(({ points }) => points.flatMap(({ value, most }) => [value, most])),
    ...sums.filter((sum) => sum > 0),
  ];
}

function DrawnLine({ line }: { line: SeriesLine }) {
  const { color, dashed, shape = "line", points } = line;
  const look = {
    ...BARE_LINE,
    data: [...points],
    dataKey: "value",
    stroke: color,
  } as const;
  if (shape === "line")
    return <Line {...look} strokeWidth={1.75} strokeDasharray={dashed ? "5 3" : "none"} />;
  return shape === "area" ? (
    <Area {...look} fill={color} fillOpacity={0.13} strokeWidth={1.5} />
  ) : (
    // The outline of an area without height would hide what is below it.
    <Area {...look} fill={color} fillOpacity={0.7} strokeWidth={0.5} stackId="one" />
  );
}

/** From the minimum to the maximum of the values merged into each point. */
function Range({ line: { color, points } }: { line: SeriesLine }) {
  const known = points.filter(({ least, most }) => least !== null && most !== null);
  if (known.length < 2) return null;
  return (
    <Area
      {...BARE_LINE}
      data={known}
      dataKey={({ least, most }: SeriesPoint) => [least, most]}
      stroke="none"
      fill={color}
      fillOpacity={0.14}
    />
  );
}

/** Shades what was recorded elsewhere, with a bar at the bottom. The page says where it was recorded. */
function Origins({ origins }: { origins: readonly OriginSpan[] }) {
  if (origins.length === 0) return null;
  return (
    <Layer>
      {(area) =>
        origins.map(({ from, to }) => {
          const [x, end] = [from, to].map((t) => Math.min(Math.max(area.x(t), 0), area.width));
          const width = (end ?? 0) - (x ?? 0);
          if (width <= 0) return null;
          return (
            <g key={from} transform={`translate(${x} 0)`} fill={RECORDED_COLOR}>
              <rect width={width} height={area.height} opacity={0.08} />
              <rect y={area.height - 3} width={width} height={3} opacity={0.7} />
            </g>
          );
        })
      }
    </Layer>
  );
}

/** Events; the tooltip at the cursor names them. */
function Marks({ marks }: { marks: readonly Mark[] }) {
  if (marks.length === 0) return null;
  return (
    <Layer>
      {(area) =>
        marks.map(({ time, text, color }) => (
          <g key={`${time} ${text}`} transform={`translate(${area.x(time)} 0)`}>
            <line y2={area.height} stroke={color} strokeDasharray="4 3" />
            <path d="M0 -4L4 0L0 4L-4 0Z" fill={color} />
          </g>
        ))
      }
    </Layer>
  );
}
