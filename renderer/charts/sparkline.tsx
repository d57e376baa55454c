import { Fragment, memo } from "react";

interface SparklineProps {
  /** [time, value], times ascending. */
  readonly points: readonly (readonly [number, number])[];
  /** What is drawn, for assistive technology. */
  readonly label: string;
  /** The value at the upper edge; default: the largest. */
  readonly top?: number;
}

const width = 144;
const height = 28;
/** A pause longer than this many usual intervals is a gap. */
const GAP_INTERVALS = 4;

/**
 * A small line without axes, with gaps where nothing was measured. Not drawn by recharts: a table of twenty updates
 * every second at almost no cost.
 */
export const Sparkline = memo(function Sparkline({ points, label, top: given }: SparklineProps) {
  const first = points[0]?.[0] ?? 0;
  const span = Math.max(1, (points.at(-1)?.[0] ?? 0) - first);
  const top = given ?? Math.max(1e-9, ...points.map(([, value]) => value));
  const xFor = (t: number) => (((t - first) / span) * width).toFixed(1);
  const yFor = (value: number) => (height - 1.5 - (value / top) * (height - 3)).toFixed(1);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="block h-7 w-20 text-chart-1 2xl:w-36"
    >
      {withoutGaps(points).map((part) => {
        const [from, to] = [part[0]?.[0] ?? 0, part.at(-1)?.[0] ?? 0];
        const line = part.map(([t, value]) => `${xFor(t)},${yFor(value)}`).join(" ");
        return (
          <Fragment key={from}>
            <polygon
              points={`${xFor(from)},${height} ${line} ${xFor(to)},${height}`}
              fill="currentColor"
              opacity="0.14"
            />
            <polyline
              points={line}
              fill="none"
              stroke="currentColor"
              strokeWidth="1.5"
              vectorEffect="non-scaling-stroke"
            />
          </Fragment>
        );
      })}
    </svg>
  );
});

type Points = SparklineProps["points"];

/** The parts between gaps that have a line: two points or more. */
function withoutGaps(points: Points): Points[] {
  const intervals = points.slice(1).map(([t], i) => t - (points[i]?.[0] ?? t));
  const usual = intervals.toSorted((a, b) => a - b)[intervals.length >> 1] ?? 0;
  const parts: [number, number][][] = [[]];
  for (const [i, [t, value]] of points.entries()) {
    if (i > 0 && (intervals[i - 1] ?? 0) > GAP_INTERVALS * usual) parts.push([]);
    parts.at(-1)?.push([t, value]);
  }
  return parts.filter((part) => part.length > 1);
}
