import { formatCount, formatDuration } from "../format/numbers.ts";
import type { ChartData } from "../ui/chart-export/chart-data.ts";

export interface MapPoint {
  readonly key: string;
  /** Requests per second or instances, depending on the axis. */
  readonly x: number;
  /** Requests per second. */
  readonly throughput: number;
  /** p99, ms. */
  readonly y: number;
  /** Settings and load. */
  readonly label: string;
  /** The number of the measurement; null if predicted. */
  readonly number: number | null;
  /** Probability of meeting the goal's limits. */
  readonly meets: number;
  readonly isBest?: boolean;
  readonly isActive?: boolean;
  /** Its figures can't be trusted. */
  readonly invalid?: boolean;
}

/** The horizontal axis of a map: more throughput is better, and so are fewer instances. */
export type MapAxis = "throughput" | "instances";

/** Points that no other point beats in both horizontal axis and latency, by ascending x. */
export function paretoFront(points: readonly MapPoint[], axis: MapAxis): MapPoint[] {
  let least = Number.POSITIVE_INFINITY;
  const front: MapPoint[] = [];
  const sign = axis === "throughput" ? -1 : 1;
  for (const point of points.toSorted((a, b) => sign * (a.x - b.x) || a.y - b.y)) {
    if (point.y >= least) continue;
    least = point.y;
    front.push(point);
  }
  return front.toSorted((a, b) => a.x - b.x);
}

export function describePoint({ throughput, y, label, number, meets, ...is }: MapPoint): string {
  const what = number === null ? "predicted" : `measurement ${number}`;
  return [
    `${what}, ${label}: ${formatCount(throughput)} requests per second`,
    `p99 ${formatDuration(y)}`,
    ...(number === null ? [`within the goal with a chance of ${Math.round(meets * 100)} %`] : []),
    ...(is.isBest ? ["the best"] : []),
    ...(is.isActive ? ["the active configuration"] : []),
    ...(is.invalid ? ["invalid"] : []),
  ].join(", ");
}

export function tuningMapData(points: readonly MapPoint[], axis: MapAxis): ChartData {
  const front = new Set(paretoFront(points, axis).map(({ key }) => key));
  return {
    columns: [
      { key: "kind", head: "Kind" },
      { key: "settings", head: "Configuration and load" },
      { key: "throughput", head: "Throughput", unit: "requests/s", numeric: true },
      { key: "y", head: "p99", unit: "ms", numeric: true },
      { key: "meets", head: "Chance to meet the goal", numeric: true },
      { key: "note", head: "Note" },
    ],
    rows: points.map(({ key, throughput, y, label, number, meets, isBest, isActive, invalid }) => {
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
        values: [kind, label, throughput, y, chance, note],
        cells: [
          kind,
          label,
          formatCount(throughput),
          formatDuration(y),
          chance === null ? "" : `${Math.round(chance * 100)} %`,
          note,
        ],
      };
    }),
  };
}
