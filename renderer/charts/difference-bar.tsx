import type { Area } from "./plot/area.ts";

export interface DifferenceRow {
  readonly key: string;
  /** "p99 latency" */
  readonly label: string;
  /** Of the second to the first, as a share: 0.05 is 5 % more. Null: no interval. */
  readonly difference: number | null;
  /** The interval around it. */
  readonly low: number | null;
  readonly high: number | null;
  /** "no significant difference", "better" */
  readonly verdict: string;
  readonly tone: "good" | "bad" | "neutral";
  /** Both values in words: "12.1 ms → 11.4 ms". */
  readonly values?: string | undefined;
}

export const toneColors: Record<DifferenceRow["tone"], string> = {
  good: "var(--color-good)",
  bad: "var(--color-bad)",
  neutral: "var(--color-muted)",
};

/** From zero to the difference, with its interval as a whisker. */
export function DifferenceBar({ area, row, y }: { area: Area; row: DifferenceRow; y: number }) {
  const { difference, low, high, tone } = row;
  if (difference === null) return null;
  const [zero, end] = [area.x(0), area.x(difference)];
  const color = toneColors[tone];
  return (
    <g transform={`translate(0 ${y})`}>
      <rect
        x={Math.min(zero, end)}
        y={-7}
        width={Math.abs(end - zero)}
        height={14}
        fill={color}
        opacity={0.3}
      />
      {low !== null && high !== null && (
        <path
          d={`M${area.x(low)}-6V6M${area.x(low)} 0H${area.x(high)}M${area.x(high)}-6V6`}
          fill="none"
          stroke={color}
          strokeWidth={1.75}
        />
      )}
      <circle cx={end} r={4} fill={color} />
    </g>
  );
}
