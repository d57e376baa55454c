import { ChartFrame } from "../ui/chart-frame.tsx";
import { linePath } from "./plot/area.ts";
import { cursorAlong } from "./plot/cursor.ts";
import { Legend } from "./plot/legend.tsx";
import { Plot } from "./plot/plot.tsx";
import { bandScale, fromZero } from "./plot/scale.ts";
import { TipRows } from "./plot/tip.tsx";
import { useZoom } from "./plot/use-zoom.ts";

export interface StepSeries {
  readonly key: string;
  readonly label: string;
  readonly color: string;
  readonly dashed?: boolean;
  /** By load; null where that was not measured. */
  readonly values: readonly (number | null)[];
}

interface StepChartProps {
  readonly title: string;
  readonly about: string;
  readonly mark?: string | undefined;
  /** What the steps differ in: "concurrency", "request rate, req/s". */
  readonly by?: string;
  readonly loads: readonly number[];
  readonly series: readonly StepSeries[];
  readonly format: (value: number | null) => string;
  /** Of the exported values. */
  readonly unit?: string;
}

const HEIGHT = 216;

/** Figures of one or several runs by load, each load as wide as the next. */
export function StepChart(props: StepChartProps) {
  const { title, about, mark, by = "concurrency", loads, series, format, unit = "" } = props;
  const zoom = useZoom([-0.5, Math.max(0.5, loads.length - 0.5)]);
  const x = bandScale(zoom.span);
  const y = fromZero(
    series.flatMap(({ values }) => values.filter((_, at) => inSpan(at, zoom.span))),
  );
  const words = series
    .map(({ label, values }) => `${label}: ${values.map((value) => format(value)).join(", ")}`)
    .join("; ");
  const nameOf = (index: number) => String(loads[index] ?? "");
  return (
    <ChartFrame
      title={title}
      about={about}
      mark={mark}
      legend={
        <Legend
          items={series.map((each) => ({ ...each, shape: each.dashed ? "dashed" : "line" }))}
        />
      }
      chart={
        <Plot
          title={title}
          words={`By ${by} ${loads.join(", ")}. ${words}`}
          height={HEIGHT}
          x={{ scale: x, text: nameOf, title: by }}
          y={{ scale: y, text: format }}
          zoom={zoom}
          cursor={cursorAlong(
            loads.map((_, index) => index),
            (area, index) => ({
              x: area.x(index),
              words: `${by} ${nameOf(index)}: ${series
                .map(({ label, values }) => `${label} ${format(values[index] ?? null)}`)
                .join(", ")}`,
              tip: (
                <TipRows
                  head={`${by} ${nameOf(index)}`}
                  rows={series.map(({ key, label, color, values }) => ({
                    key,
                    label,
                    color,
                    text: format(values[index] ?? null),
                  }))}
                />
              ),
            }),
          )}
        >
          {(area) =>
            series.map(({ key, color, dashed, values }) => (
              <g key={key}>
                <path
                  // Across what was not measured, since the neighbours still tell the trend.
                  d={linePath(
                    area,
                    values.flatMap((value, index) =>
                      value === null ? [] : [[index, value] as const],
                    ),
                  )}
                  fill="none"
                  stroke={color}
                  strokeWidth={2}
                  strokeDasharray={dashed ? "5 4" : undefined}
                />
                {values.map(
                  (value, index) =>
                    value !== null && (
                      <circle
                        key={index}
                        cx={area.x(index)}
                        cy={area.y(value)}
                        r={3}
                        fill={color}
                      />
                    ),
                )}
              </g>
            ))
          }
        </Plot>
      }
      caption={`${title} by ${by}`}
      height={HEIGHT}
      data={() => ({
        columns: [
          { key: "load", head: capital(by) },
          ...series.map(({ key, label }) => ({ key, head: label, unit, numeric: true })),
        ],
        rows: loads.map((load, index) => ({
          key: index,
          values: [load, ...series.map(({ values }) => values[index] ?? null)],
          cells: [load, ...series.map(({ values }) => format(values[index] ?? null))],
        })),
      })}
    />
  );
}

const inSpan = (index: number, [from, to]: readonly [number, number]) =>
  index >= from - 1 && index <= to + 1;

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
