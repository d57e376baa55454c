import type { Area } from "./area.ts";

/** What latency must stay under. */
export interface Bound {
  readonly ms: number;
  /** "p99 ≤ 20 ms" */
  readonly label: string;
}

/** A horizontal line with its name at its end. */
export function BoundLine({ area, bound }: { area: Area; bound: Bound }) {
  const y = area.y(bound.ms);
  const above = y > 16;
  return (
    <g transform={`translate(0 ${y.toFixed(2)})`}>
      <line
        x2={area.width}
        stroke="var(--color-bad)"
        strokeWidth={1.25}
        strokeDasharray="7 4"
        opacity={0.9}
      />
      <text
        x={area.width - 4}
        y={above ? -5 : 13}
        textAnchor="end"
        fontSize={11}
        fill="var(--color-bad)"
        stroke="var(--color-surface)"
        strokeWidth={3}
        paintOrder="stroke"
      >
        {bound.label}
      </text>
    </g>
  );
}
