import { formatClock } from "../format/time.ts";
import { ChartFrame } from "../ui/chart-frame.tsx";
import { type Area, linePath } from "./plot/area.ts";
import { cursorAlong } from "./plot/cursor.ts";
import { Plot } from "./plot/plot.tsx";
import { linearScale } from "./plot/scale.ts";
import { TipRows } from "./plot/tip.tsx";
import { type AxisUnit, valueAxis } from "./plot/value-axis.ts";
import type { Zoom } from "./plot/use-zoom.ts";
import type { Mark } from "./series.ts";
import { instantsOf, newestOf, pointAt, pointsWithin, type SeriesLine } from "./series-data.ts";
import { tickText, timeTicks } from "./time-ticks.ts";

/** What all charts of a page share. */
export interface SeriesView {
  readonly marks: readonly Mark[];
  /** Its span is what is shown, ms since the epoch. */
  readonly zoom: Zoom;
}

interface SeriesChartProps {
  readonly title: string;
  readonly about: string;
  /** All of the same unit. */
  readonly lines: readonly SeriesLine[];
  /** A value with its unit. */
  readonly text: (value: number | null) => string;
  /** What the value axis measures; left out: the title. */
  readonly yTitle?: string;
  /** Counts of something whole: ticks at whole numbers alone. */
  readonly whole?: boolean;
  /** What values count in. */
  readonly unit: AxisUnit;
  /** Where the value axis ends; left out: above the largest value. */
  readonly top?: number | undefined;
  readonly view: SeriesView;
  /** Said where there is nothing to draw. */
  readonly empty: string;
  /** What stands at the end of the legend. */
  readonly aside?: React.ReactNode;
}

const HEIGHT = 212;

/** Values of one unit over the time of day, with what happened as vertical lines. */
export function SeriesChart(props: SeriesChartProps) {
  const { title, about, text, unit, top, whole = false, view, empty, aside } = props;
  const { yTitle = title } = props;
  const { zoom, marks } = view;
  const { span } = zoom;
  const lines = props.lines.map((line) => ({ ...line, points: pointsWithin(line.points, span) }));
  const inSight = lines.flatMap(({ points }) => points.flatMap(({ value, most }) => [value, most]));
  const bare = inSight.every((value) => value === null);
  const times = instantsOf(lines);
  const shownMarks = marks.filter(({ time }) => time >= span[0] && time <= span[1]);
  const near = times.length > 1 ? ((times.at(-1) ?? 0) - (times[0] ?? 0)) / times.length : 5000;
  return (
    <ChartFrame
      title={title}
      about={about}
      legend={<Newest title={title} lines={lines} text={text} aside={aside} />}
      chart={
        <Plot
          title={title}
          words={[
            ...lines.map(({ label, points }) => `${label} ${text(newestOf(points))}`),
            ...shownMarks.map((mark) => `${mark.text} at ${formatClock(mark.time)}`),
          ].join("; ")}
          height={HEIGHT}
          x={{
            scale: { ...linearScale(span), ticks: timeTicks(span) },
            text: tickText(span),
            title: "Time",
          }}
          y={valueAxis(yTitle, unit, inSight, { top, whole })}
          zoom={zoom}
          empty={bare ? empty : null}
          cursor={cursorAlong(times, (area, index) => {
            const t = times[index] ?? 0;
            const rows = lines.map(({ key, label, color, points }) => ({
              key,
              label,
              color,
              text: text(pointAt(points, t)?.value ?? null),
            }));
            const happened = shownMarks.filter(({ time }) => Math.abs(time - t) <= near);
            return {
              x: area.x(t),
              words: `${formatClock(t)}: ${rows.map((row) => `${row.label} ${row.text}`).join(", ")}`,
              tip: (
                <>
                  <TipRows head={formatClock(t)} rows={rows} />
                  {happened.map((mark) => (
                    <div key={`${mark.time} ${mark.text}`} className="border-line border-t pt-1">
                      {mark.text}
                    </div>
                  ))}
                </>
              ),
            };
          })}
        >
          {(area) => (
            <>
              {lines.length === 1 && <Range area={area} line={lines[0]} />}
              {lines.map(({ key, color, dashed, points }) => (
                <path
                  key={key}
                  d={linePath(
                    area,
                    points.map(({ t, value }) => [t, value] as const),
                  )}
                  fill="none"
                  stroke={color}
                  strokeWidth={1.75}
                  strokeDasharray={dashed ? "5 3" : undefined}
                />
              ))}
              <Marks area={area} marks={shownMarks} />
            </>
          )}
        </Plot>
      }
      caption={`${title} over time`}
      height={HEIGHT}
      data={() => ({
        columns: [
          { key: "t", head: "Time" },
          ...lines.map(({ key, label }) => ({
            key,
            head: label,
            unit: unit === "share" ? "" : unit,
            numeric: true,
          })),
        ],
        rows: times.toReversed().map((t) => {
          const values = lines.map(({ points }) => pointAt(points, t)?.value ?? null);
          return {
            key: t,
            values: [new Date(t), ...values],
            cells: [formatClock(t), ...values.map(text)],
          };
        }),
      })}
    />
  );
}

interface NewestProps {
  readonly title: string;
  readonly lines: readonly SeriesLine[];
  readonly text: (value: number | null) => string;
  readonly aside: React.ReactNode;
}

/** What the colours mean, with the newest value of each. */
function Newest({ title, lines, text, aside }: NewestProps) {
  return (
    <div className="flex items-start justify-between gap-3 text-xs">
      <ul className="flex min-w-0 flex-wrap gap-x-3">
        {lines.map(({ key, label, color, points, hint }) => (
          <li key={key} data-hint={hint} className="flex items-center gap-1.5 whitespace-nowrap">
            <span className="size-2 rounded-sm" style={{ background: color }} />
            {(lines.length > 1 || label !== title) && <span className="text-muted">{label}</span>}
            <span className="font-medium">{text(newestOf(points))}</span>
          </li>
        ))}
      </ul>
      {aside}
    </div>
  );
}

/** From the least to the most of what was merged into each point. */
function Range({ area, line }: { area: Area; line: SeriesLine | undefined }) {
  const known = (line?.points ?? []).filter(({ least, most }) => least !== null && most !== null);
  if (!line || known.length < 2) return null;
  const path = [
    ...known.map(({ t, most }) => [t, most ?? 0] as const),
    ...known.toReversed().map(({ t, least }) => [t, least ?? 0] as const),
  ].map(([t, value], index) => `${index === 0 ? "M" : "L"}${area.x(t)} ${area.y(value)}`);
  return <path d={`${path.join("")}Z`} fill={line.color} opacity={0.14} />;
}

/** What happened: the tip at the cursor says what. */
function Marks({ area, marks }: { area: Area; marks: readonly Mark[] }) {
  return (
    <g>
      {marks.map(({ time, text, color }) => (
        <g key={`${time} ${text}`} transform={`translate(${area.x(time)} 0)`}>
          <line y2={area.height} stroke={color} strokeDasharray="4 3" />
          <path d="M0 -4L4 0L0 4L-4 0Z" fill={color} />
        </g>
      ))}
    </g>
  );
}
