import { formatCount, formatDuration } from "../format/numbers.ts";
import type { ChartData } from "../ui/chart-export/chart-data.ts";

export interface MapPoint {
  readonly key: string;
  /** Requests per second. */
  readonly x: number;
  /** p99, ms. */
  readonly y: number;
  /** Settings and load. */
  readonly label: string;
  /** The number of the measurement; null if predicted. */
  readonly number: number | null;
  /** Chance that it is within the goal's limits. */
  readonly meets: number;
  readonly isBest?: boolean;
  readonly isActive?: boolean;
  /** Its figures can't be trusted. */
  readonly invalid?: boolean;
}

/** Points that no other point beats in both throughput and latency, by ascending throughput. */
export function paretoFront(points: readonly MapPoint[]): MapPoint[] {
  let least = Number.POSITIVE_INFINITY;
  const front: MapPoint[] = [];
  for (const point of points.toSorted((a, b) => b.x - a.x || a.y - b.y)) {
    if (point.y >= least) continue;
    least = point.y;
    front.unshift(point);
  }
  return front;
}

export function pointWords({ x, y, label, number, meets, ...is }: MapPoint): string {
  const what = number === null ? "predicted" : `measurement ${number}`;
  return [
    `${what}, ${label}: ${formatCount(x)} requests per second`,
    `p99 ${formatDuration(y)}`,
    ...(number === null ? [`within the goal with a chance of ${Math.round(meets * 100)} %`] : []),
    ...(is.isBest ? ["the best"] : []),
    ...(is.isActive ? ["the active configuration"] : []),
    ...(is.invalid ? ["invalid"] : []),
  ].join(", ");
}

export function tuningMapData(points: readonly MapPoint[]): ChartData {
  const front = new Set(paretoFront(points).map(({ key }) => key));
  return {
    columns: [
      { key: "kind", head: "Kind" },
      { key: "settings", head: "Configuration and load" },
      { key: "x", head: "Throughput", unit: "requests/s", numeric: true },
      { key: "y", head: "p99", unit: "ms", numeric: true },
      { key: "meets", head: "Chance to meet the goal", numeric: true },
      { key: "note", head: "Note" },
    ],
    rows: points.map(({ key, x, y, label, number, meets, isBest, isActive, invalid }) => {
      const kind = number === null ? "Predicted" : `Measured, ${number}`;
      const note = [
        isBest && "best",
        isActive && "active",
        front.has(key) && "Pareto front",
        invalid && "invalid",
      ]
        .filter(Boolean)
        .join(", ");
      const chance = number === null ? meets : null;
      return {
        key,
        values: [kind, label, x, y, chance, note],
        cells: [
          kind,
          label,
          formatCount(x),
          formatDuration(y),
          chance === null ? "" : `${Math.round(chance * 100)} %`,
          note,
        ],
      };
    }),
  };
}
