import { memo } from "react";

interface SparklineProps {
  /** [time, value], times ascending. */
  readonly points: readonly (readonly [number, number])[];
  /** What is drawn, for assistive technology. */
  readonly label: string;
  readonly width?: number;
  readonly height?: number;
}

/** A small line with no axes. Drawn by hand: a table of twenty of them renews each second at no cost. */
export const Sparkline = memo(function Sparkline({
  points,
  label,
  width = 140,
  height = 28,
}: SparklineProps) {
  const first = points[0]?.[0] ?? 0;
  const span = Math.max(1, (points.at(-1)?.[0] ?? 0) - first);
  const top = Math.max(1e-9, ...points.map(([, value]) => value));
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
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      className="block text-chart-1"
    >
      {points.length > 1 && (
        <>
          <polygon
            points={`0,${height} ${line} ${width},${height}`}
            fill="currentColor"
            opacity="0.14"
          />
          <polyline points={line} fill="none" stroke="currentColor" strokeWidth="1.5" />
        </>
      )}
    </svg>
  );
});
