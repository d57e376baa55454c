import { Bar, type BarShapeProps, ErrorBar } from "recharts";
import { STILL } from "./series-look.ts";

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

const THICK = 14;

/** From zero to each difference, with its interval as a whisker. */
export function DifferenceBars({ rows }: { rows: readonly DifferenceRow[] }) {
  return (
    <Bar {...STILL} dataKey="difference" barSize={THICK} shape={DifferenceShape}>
      {(["good", "bad", "neutral"] as const)
        .filter((tone) => rows.some((row) => row.tone === tone))
        .map((tone) => (
          <ErrorBar
            {...STILL}
            key={tone}
            dataKey={({ difference, low, high, tone: own }: DifferenceRow) =>
              own !== tone || difference === null || low === null || high === null
                ? null
                : [difference - low, high - difference]
            }
            width={6}
            stroke={toneColors[tone]}
            strokeWidth={1.75}
          />
        ))}
    </Bar>
  );
}

function DifferenceShape({ x, y, width, height, payload }: BarShapeProps) {
  const { difference, tone } = payload as DifferenceRow;
  if (difference === null) return null;
  const color = toneColors[tone];
  return (
    <>
      <rect
        x={Math.min(x, x + width)}
        y={y}
        width={Math.abs(width)}
        height={height}
        fill={color}
        opacity={0.3}
      />
      <circle cx={x + width} cy={y + height / 2} r={4} fill={color} />
    </>
  );
}
