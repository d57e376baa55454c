import { formatCount, formatDuration } from "../format/numbers.ts";
import type { ChartData } from "../ui/chart-export/chart-data.ts";

export interface CurvePoint {
  /** Inferences per second, or what the chart says. */
  readonly x: number;
  /** ms */
  readonly y: number;
  /** The interval of y, ms. */
  readonly low?: number | undefined;
  readonly high?: number | undefined;
  /** The load: "concurrency 8". */
  readonly label: string;
  readonly invalid?: boolean | undefined;
}

export interface CurveSeries {
  readonly key: string;
  readonly label: string;
  /** A CSS colour. */
  readonly color: string;
  /** Whether it is a baseline to compare with. */
  readonly dashed?: boolean | undefined;
  /** In the order of their loads. */
  readonly points: readonly CurvePoint[];
  /** Index of the point beyond which more load adds latency and little throughput. */
  readonly knee?: number | null | undefined;
}

export interface PlacedPoint extends CurvePoint {
  readonly run: string;
  readonly color: string;
  readonly isKnee: boolean;
}

/** The points of all runs, in the runs' order. */
export function curvePoints(series: readonly CurveSeries[]): PlacedPoint[] {
  return series.flatMap(({ label, color, points, knee }) =>
    points.map((point, index) => ({ ...point, run: label, color, isKnee: index === knee })),
  );
}

export function describePoint(point: PlacedPoint, yTitle: string, xUnit = "inf/s"): string {
  const interval =
    point.low === undefined || point.high === undefined
      ? ""
      : ` (${formatDuration(point.low)} to ${formatDuration(point.high)})`;
  return [
    `${point.run}, ${point.label}: ${formatCount(point.x)} ${xUnit === "inf/s" ? "inferences per second" : xUnit}`,
    `${yTitle} ${formatDuration(point.y)}${interval}`,
    ...(point.isKnee ? ["the knee"] : []),
    ...(point.invalid ? ["invalid"] : []),
  ].join(", ");
}

export function labCurveData(
  series: readonly CurveSeries[],
  yTitle: string,
  xUnit = "inf/s",
): ChartData {
  return {
    columns: [
      { key: "run", head: "Run" },
      { key: "load", head: "Load" },
      { key: "x", head: "Throughput", unit: xUnit, numeric: true },
      { key: "y", head: yTitle, unit: "ms", numeric: true },
      { key: "low", head: "Low", unit: "ms", numeric: true },
      { key: "high", head: "High", unit: "ms", numeric: true },
      { key: "note", head: "Note" },
    ],
    rows: series.flatMap(({ key, label, points, knee }) =>
      points.map((point, index) => {
        const { x, y, low = null, high = null } = point;
        const note = [index === knee && "knee", point.invalid && "invalid"]
          .filter(Boolean)
          .join(", ");
        return {
          key: `${key} ${index}`,
          values: [label, point.label, x, y, low, high, note],
          cells: [
            label,
            point.label,
            formatCount(x),
            ...[y, low, high].map((ms) => formatDuration(ms)),
            note,
          ],
        };
      }),
    ),
  };
}
