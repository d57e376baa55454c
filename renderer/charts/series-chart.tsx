import { useMemo, useRef } from "react";
import { formatClock } from "../format/time.ts";
import { ChartFrame } from "../ui/chart-frame.tsx";
import type { AxisUnit } from "./axis.ts";
import type { Crosshair } from "./crosshair.ts";
import { useInTurn } from "./in-turn.ts";
import { PLOT } from "./layout.ts";
import { within } from "./samples.ts";
import {
  instantsOf,
  isBlank,
  type Mark,
  newestValue,
  pointAt,
  type SeriesLine,
} from "./series-data.ts";
import { SeriesPlot } from "./series-plot.tsx";
import type { Zoom } from "./use-zoom.ts";

/** What all charts of a page share; the same objects while nothing changes. */
export interface SeriesView {
  readonly marks: readonly Mark[];
  /** Its span is what is shown, ms since the epoch. */
  readonly zoom: Zoom;
  /** Where all charts of the page read at one instant; left out: each by itself. */
  readonly crosshair?: Crosshair;
}

interface Shown {
  readonly lines: readonly SeriesLine[];
  readonly marks: readonly Mark[];
  readonly zoom: Zoom;
}

const isBlankView = ({ lines }: Shown) => isBlank(lines);

interface SeriesChartProps {
  readonly title: string;
  readonly about: string;
  /** All of the same unit; the same array while nothing changes. */
  readonly lines: readonly SeriesLine[];
  /** What the value axis measures; left out: the title. */
  readonly yTitle?: string;
  /** Counts of something whole: ticks at whole numbers alone. */
  readonly whole?: boolean;
  /** What values count in. */
  readonly unit: AxisUnit;
  /** Where the value axis ends; left out: above the largest value. */
  readonly top?: number | undefined;
  readonly view: SeriesView;
  /** Why there is nothing to draw, where that is so. */
  readonly empty: string;
  /** Whether `lines` are still being asked for. */
  readonly loading?: boolean | undefined;
  /** What stands at the end of the legend. */
  readonly aside?: React.ReactNode;
}

/** Values of one unit over the time of day, with what happened as vertical lines and the newest values in the legend. */
export function SeriesChart(props: SeriesChartProps) {
  const { title, about, lines, unit, top, whole = false, view, empty } = props;
  const { marks, zoom, crosshair } = view;
  const body = useRef<HTMLDivElement>(null);
  const newest = useMemo<Shown>(
    () => ({
      lines: lines.map((line) => ({ ...line, points: within(line.points, zoom.span) })),
      marks: marks.filter(({ time }) => time >= zoom.span[0] && time <= zoom.span[1]),
      zoom,
    }),
    [lines, marks, zoom],
  );
  const drawn = useInTurn(newest, body, isBlankView);
  return (
    <ChartFrame
      title={title}
      about={about}
      body={body}
      legend={<Newest title={title} lines={drawn.lines} aside={props.aside} />}
      chart={
        <div className="select-none">
          <SeriesPlot
            {...drawn}
            title={title}
            yTitle={props.yTitle ?? title}
            unit={unit}
            top={top}
            whole={whole}
            empty={empty}
            pending={props.loading === true || !isBlankView(newest)}
            crosshair={crosshair}
          />
        </div>
      }
      caption={`${title} over time`}
      height={PLOT.height}
      data={() => ({
        columns: [
          { key: "t", head: "Time" },
          ...drawn.lines.map(({ key, label, unit }) => ({ key, head: label, unit, numeric: true })),
        ],
        rows: instantsOf(drawn.lines)
          .toReversed()
          .map((t) => {
            const values = drawn.lines.map(({ points }) => pointAt(points, t)?.value ?? null);
            return {
              key: t,
              values: [new Date(t), ...values],
              cells: [
                formatClock(t),
                ...values.map((value, index) => drawn.lines[index]?.text(value)),
              ],
            };
          }),
      })}
    />
  );
}

interface NewestProps {
  readonly title: string;
  readonly lines: readonly SeriesLine[];
  readonly aside: React.ReactNode;
}

/** What the colours mean, with the newest value of each. */
function Newest({ title, lines, aside }: NewestProps) {
  return (
    <div className="flex items-start justify-between gap-3 text-xs">
      <ul className="flex min-w-0 flex-wrap gap-x-3">
        {lines.map((line) => (
          <li
            key={line.key}
            data-hint={line.hint}
            className="flex items-center gap-1.5 whitespace-nowrap"
          >
            <span className="size-2 rounded-sm" style={{ background: line.color }} />
            {(lines.length > 1 || line.label !== title) && (
              <span className="text-muted">{line.label}</span>
            )}
            <span className="font-medium">{line.text(newestValue(line))}</span>
          </li>
        ))}
      </ul>
      {aside}
    </div>
  );
}
