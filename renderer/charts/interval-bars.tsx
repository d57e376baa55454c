import { formatChange } from "../format/numbers.ts";
import { ChartFrame } from "../ui/chart-frame.tsx";
import { type DifferenceRow, DifferenceBar, toneColors } from "./difference-bar.tsx";
import { nearest, stepAlong } from "./plot/cursor.ts";
import { Plot } from "./plot/plot.tsx";
import { bandScale, linearScale } from "./plot/scale.ts";
import { TipRows } from "./plot/tip.tsx";
import { useZoom } from "./plot/use-zoom.ts";

interface IntervalBarsProps {
  readonly title: string;
  readonly about: string;
  readonly mark?: string | undefined;
  readonly rows: readonly DifferenceRow[];
}

const ROW = 40;

/** Differences between two configurations with their intervals: one that holds zero shows none. */
export function IntervalBars({ title, about, mark, rows }: IntervalBarsProps) {
  const zoom = useZoom(differenceSpan(rows));
  const height = Math.max(2, rows.length) * ROW + 60;
  const words = (row: DifferenceRow) =>
    `${row.label}: ${formatChange(row.difference)}${intervalWords(row)}, ${row.verdict}`;
  return (
    <ChartFrame
      title={title}
      about={about}
      mark={mark}
      legend={
        <span className="text-muted text-xs">
          Whiskers are intervals: one that holds zero shows no difference.
        </span>
      }
      chart={
        <Plot
          title={title}
          words={rows.map(words).join("; ")}
          height={height}
          room={{ left: 150, right: 190, top: 12 }}
          x={{ scale: linearScale(zoom.span, 5), text: formatChange, title: "difference, B to A" }}
          y={{
            scale: { ...bandScale([-0.5, Math.max(2, rows.length) - 0.5]), ticks: [] },
            text: String,
          }}
          zoom={zoom}
          empty={rows.length === 0 ? "Nothing was compared yet." : null}
          cursor={{
            count: rows.length,
            pick: (area, _, y) =>
              nearest([...rows.keys()], (index) => Math.abs(area.y(placeOf(rows, index)) - y)),
            step: (index, arrow) =>
              stepAlong(
                rows.length,
                index,
                arrow === "ArrowUp" ? "ArrowLeft" : arrow === "ArrowDown" ? "ArrowRight" : arrow,
              ),
            target: (area, index) => {
              const row = rows[index];
              if (!row) return { x: 0, words: "none", tip: null };
              return {
                x: Math.min(Math.max(area.x(row.difference ?? 0), 0), area.width),
                y: area.y(placeOf(rows, index)),
                words: words(row),
                tip: (
                  <TipRows
                    head={row.label}
                    rows={[
                      {
                        key: "difference",
                        label: "Difference",
                        text: formatChange(row.difference),
                        color: toneColors[row.tone],
                      },
                      ...(row.low === null || row.high === null
                        ? []
                        : [
                            {
                              key: "interval",
                              label: "Interval",
                              text: `${formatChange(row.low)} – ${formatChange(row.high)}`,
                            },
                          ]),
                      ...(row.values ? [{ key: "values", label: "A → B", text: row.values }] : []),
                    ]}
                  />
                ),
              };
            },
          }}
          beside={(area) =>
            rows.map((row, index) => (
              <g
                key={row.key}
                transform={`translate(0 ${area.y(placeOf(rows, index))})`}
                fontSize={12}
              >
                <text x={-12} y={4} textAnchor="end" fill="var(--color-ink)">
                  {row.label}
                </text>
                <text x={area.width + 14} y={4} fill={toneColors[row.tone]} fontWeight={600}>
                  {row.verdict}
                </text>
              </g>
            ))
          }
        >
          {(area) => (
            <>
              {area.x(0) >= 0 && area.x(0) <= area.width && (
                <line
                  x1={area.x(0)}
                  x2={area.x(0)}
                  y2={area.height}
                  stroke="var(--color-line-strong)"
                  strokeWidth={1.5}
                />
              )}
              {rows.map((row, index) => (
                <DifferenceBar
                  key={row.key}
                  area={area}
                  row={row}
                  y={area.y(placeOf(rows, index))}
                />
              ))}
            </>
          )}
        </Plot>
      }
      height={height}
      data={() => ({
        columns: [
          { key: "metric", head: "Metric" },
          { key: "difference", head: "Difference", numeric: true },
          { key: "low", head: "Low", numeric: true },
          { key: "high", head: "High", numeric: true },
          { key: "values", head: "A → B" },
          { key: "verdict", head: "Verdict" },
        ],
        rows: rows.map(({ key, label, difference, low, high, verdict, values = "" }) => ({
          key,
          values: [label, difference, low, high, values, verdict],
          cells: [label, ...[difference, low, high].map(formatChange), values, verdict],
        })),
      })}
    />
  );
}

/** Rows stand from the top down, an axis from the foot up. */
const placeOf = (rows: readonly DifferenceRow[], index: number) =>
  Math.max(2, rows.length) - 1 - index;

function intervalWords({ low, high }: DifferenceRow): string {
  return low === null || high === null ? "" : ` (${formatChange(low)} to ${formatChange(high)})`;
}

/** As wide to the left of zero as the rows need, and to the right. */
export function differenceSpan(rows: readonly DifferenceRow[]): readonly [number, number] {
  const all = rows.flatMap(({ difference, low, high }) =>
    [difference, low, high].filter((value) => value !== null),
  );
  const low = Math.min(0, ...all);
  const high = Math.max(0, ...all);
  const margin = Math.max((high - low) * 0.08, 0.01);
  return [low - margin, high + margin];
}
