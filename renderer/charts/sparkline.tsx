import { memo } from "react";

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

/** A small line with no axes. Drawn by hand: a table of twenty of them renews each second at no cost. */
export const Sparkline = memo(function Sparkline({ points, label, top: given }: SparklineProps) {
  const first = points[0]?.[0] ?? 0;
  const span = Math.max(1, (points.at(-1)?.[0] ?? 0) - first);
  const top = given ?? Math.max(1e-9, ...points.map(([, value]) => value));
  const line = points
    .map(([t, value]) => {
      const x = ((t - first) / span) * width;
      const y = height - 1.5 - (value / top) * (height - 3);
      return `${x.toFixed(1)},${y.toFixed(1)}`;
    })
    .join(" ");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="block h-7 w-20 text-chart-1 2xl:w-36"
    >
      {points.length > 1 && (
        <>
          <polygon
            points={`0,${height} ${line} ${width},${height}`}
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
        </>
      )}
    </svg>
  );
});
