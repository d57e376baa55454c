import { useMemo, useRef } from "react";
import { formatClock } from "../format/time.ts";
import { ChartFrame } from "../ui/chart-frame.tsx";
import type { AxisUnit } from "./axis.ts";
import type { Crosshair } from "./crosshair.ts";
import { useInTurn } from "./in-turn.ts";
import { PLOT } from "./layout.ts";
import { within } from "./samples.ts";
import {
  collectInstants,
  isBlank,
  type Mark,
  newestValue,
  originAt,
  type OriginSpan,
  pointAt,
  type SeriesLine,
} from "./series-data.ts";
import { SeriesPlot } from "./series-plot.tsx";
import type { Zoom } from "./use-zoom.ts";

/** Shared by all charts of a page; the same objects while nothing changes. */
export interface SeriesView {
  readonly marks: readonly Mark[];
  /** Its span is the visible time range, ms since the epoch. */
  readonly zoom: Zoom;
  /** Shared by the charts of a page that show one time; if left out, the chart has its own. */
  readonly crosshair?: Crosshair;
  /** Where parts of the time were recorded elsewhere. */
  readonly origins?: readonly OriginSpan[];
}

interface Shown {
  readonly lines: readonly SeriesLine[];
  readonly marks: readonly Mark[];
  readonly zoom: Zoom;
}

const isBlankView = ({ lines }: Shown) => isBlank(lines);

const NO_ORIGINS: readonly OriginSpan[] = [];

interface SeriesChartProps {
  readonly title: string;
  readonly about: string;
  /** All of the same unit; the same array while nothing changes. */
  readonly lines: readonly SeriesLine[];
  /** Title of the value axis. Default: the chart's title. */
  readonly yTitle?: string;
  /** Whole counts: ticks at whole numbers only. */
  readonly whole?: boolean;
  /** Unit of the values. */
  readonly unit: AxisUnit;
  /** End of the value axis. Default: above the largest value. */
  readonly top?: number | undefined;
  readonly view: SeriesView;
  /** Why there is no data, if so. */
  readonly empty: string;
  /** Whether `lines` are still loading. */
  readonly loading?: boolean | undefined;
  /** Shown at the end of the legend. */
  readonly aside?: React.ReactNode;
}

/** Values of one unit over the time of day, with events as vertical lines and the newest values in the legend. */
export function SeriesChart(props: SeriesChartProps) {
  const { title, about, lines, unit, top, whole = false, view, empty } = props;
  const { marks, zoom, crosshair, origins = NO_ORIGINS } = view;
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
            origins={origins}
          />
        </div>
      }
      caption={`${title} over time`}
      height={PLOT.height}
      data={() => ({
        columns: [
          { key: "t", head: "Time" },
          ...drawn.lines.map(({ key, label, unit }) => ({ key, head: label, unit, numeric: true })),
          ...(origins.length > 0 ? [{ key: "origin", head: "Recorded by" }] : []),
        ],
        rows: collectInstants(drawn.lines)
          .toReversed()
          .map((t) => {
            const values = drawn.lines.map(({ points }) => pointAt(points, t)?.value ?? null);
            const recorded = origins.length > 0 ? [originAt(origins, t) ?? "Batchdeck"] : [];
            return {
              key: t,
              values: [new Date(t), ...values, ...recorded],
              cells: [
                formatClock(t),
                ...values.map((value, index) => drawn.lines[index]?.text(value)),
                ...recorded,
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
      <ul className="flex min-w-0 flex-1 flex-wrap gap-x-3">
        {lines.map((line) => (
          <li
            key={line.key}
            data-hint={line.hint}
            className="flex max-w-full items-center gap-1.5 whitespace-nowrap"
          >
            <span className="size-2 shrink-0 rounded-sm" style={{ background: line.color }} />
            {(lines.length > 1 || line.label !== title) && (
              <span className="min-w-0 truncate text-muted">{line.label}</span>
            )}
            <span className="font-medium">{line.text(newestValue(line))}</span>
          </li>
        ))}
      </ul>
      {aside}
    </div>
  );
}
