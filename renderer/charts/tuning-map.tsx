import { useState } from "react";
import { formatCount, formatDuration } from "../format/numbers.ts";
import { ChartFrame } from "../ui/chart-frame.tsx";
import { withUnit } from "./axis.ts";
import { Chart } from "./chart.tsx";
import { cursorAmong } from "./cursor.ts";
import { type Bound, BoundLine, Layer } from "./layers.tsx";
import { Legend, ScaleChoice, type ScaleKind } from "./legend.tsx";
import { type Area, aroundLog, fromZero, inSight, linearScale } from "./scale.ts";
import { TipRows } from "./tip.tsx";
import {
  type MapAxis,
  type MapPoint,
  paretoFront,
  describePoint,
  tuningMapData,
} from "./tuning-map-data.ts";
import { useZoom } from "./use-zoom.ts";

interface TuningMapProps {
  readonly title: string;
  readonly about: string;
  readonly axis: MapAxis;
  /** Measured ones first. */
  readonly points: readonly MapPoint[];
  readonly bound?: Bound | null;
}

const MEASURED = "var(--color-chart-1)";
const PREDICTED = "var(--color-chart-6)";
const FRONT = "var(--color-chart-3)";
const HEIGHT = 340;
/** A measured point is selected even if a predicted one is up to this much nearer, px. */
const PREFERRED_PX = 8;

/** Throughput or instances against p99 of every configuration and load: predicted ones hollow, measured ones filled. */
export function TuningMap({ title, about, axis, points, bound }: TuningMapProps) {
  const [kind, setKind] = useState<ScaleKind>("log");
  const zoom = useZoom(fromZero(points.map(({ x }) => x)).span);
  const heights = [...inSight(points, ({ x }) => x, zoom.span).map(({ y }) => y), bound?.ms];
  const measured = points.filter(({ number }) => number !== null);
  const front = paretoFront(
    points.filter(({ invalid }) => !invalid),
    axis,
  );
  return (
    <ChartFrame
      title={title}
      about={about}
      legend={
        <Legend
          items={[
            { key: "measured", label: "Measured", color: MEASURED, shape: "box" },
            { key: "predicted", label: "Predicted", color: PREDICTED, shape: "ring" },
            { key: "front", label: "Pareto front", color: FRONT, dashed: true },
          ]}
        >
          <ScaleChoice value={kind} onPick={setKind} />
        </Legend>
      }
      chart={
        <Chart
          title={title}
          height={HEIGHT}
          words={[
            ...measured.map(describePoint),
            `${points.length - measured.length} predicted configurations and loads`,
          ].join("; ")}
          x={
            axis === "throughput"
              ? withUnit("Throughput", "requests/s", linearScale(zoom.span))
              : withUnit("Instances", "", linearScale(zoom.span))
          }
          y={withUnit("p99", "ms", kind === "log" ? aroundLog(heights) : fromZero(heights))}
          zoom={zoom}
          empty={points.length === 0 ? "Nothing is predicted yet." : null}
          cursor={cursorAmong(
            points,
            (point) => ({ words: describePoint(point), tip: <PointTip point={point} /> }),
            ({ number }) => (number === null ? 0 : PREFERRED_PX),
          )}
        >
          {bound && <BoundLine bound={bound} />}
          <Layer>{(area) => <Points area={area} points={points} front={front} />}</Layer>
        </Chart>
      }
      height={HEIGHT}
      data={() => tuningMapData(points, axis)}
    />
  );
}

function PointTip({ point }: { point: MapPoint }) {
  const { throughput, y, label, number, meets, isBest, isActive, invalid } = point;
  const notes = [isBest && "best", isActive && "active", invalid && "invalid"].filter(Boolean);
  return (
    <TipRows
      head={number === null ? "Predicted" : `Measurement ${number}`}
      rows={[
        { key: "settings", label, text: "" },
        { key: "x", label: "Throughput", text: `${formatCount(throughput)}/s` },
        { key: "y", label: "p99", text: formatDuration(y) },
        ...(number === null
          ? [{ key: "meets", label: "Meets the goal", text: `${Math.round(meets * 100)} %` }]
          : []),
        ...(notes.length > 0 ? [{ key: "notes", label: "Note", text: notes.join(", ") }] : []),
      ]}
    />
  );
}

interface PointsProps {
  readonly area: Area;
  readonly points: readonly MapPoint[];
  readonly front: readonly MapPoint[];
}

function Points({ area, points, front }: PointsProps) {
  const at = ({ x, y }: MapPoint) => `${area.x(x).toFixed(1)} ${area.y(y).toFixed(1)}`;
  return (
    <g>
      {front.length > 1 && (
        <path
          d={`M${front.map(at).join("L")}`}
          fill="none"
          stroke={FRONT}
          strokeWidth={1.5}
          strokeDasharray="5 4"
        />
      )}
      {points
        .filter(({ number }) => number === null)
        .map((point) => (
          <circle
            key={point.key}
            cx={area.x(point.x)}
            cy={area.y(point.y)}
            r={3}
            fill="none"
            stroke={PREDICTED}
            opacity={0.25 + 0.65 * point.meets}
          />
        ))}
      {points
        .filter(({ number }) => number !== null)
        .map((point) => (
          <g key={point.key} transform={`translate(${at(point)})`}>
            {point.invalid ? (
              <path d="M-4-4L4 4M-4 4L4-4" stroke="var(--color-bad)" strokeWidth={2} />
            ) : (
              <circle r={4.5} fill={MEASURED} />
            )}
            {point.isBest && (
              <circle r={8.5} fill="none" stroke="var(--color-good)" strokeWidth={2} />
            )}
            <text
              x={10}
              y={4}
              fontSize={11}
              fill="var(--color-ink)"
              stroke="var(--color-surface)"
              strokeWidth={3}
              paintOrder="stroke"
            >
              {point.isActive && !point.isBest ? `${point.number} active` : point.number}
            </text>
          </g>
        ))}
    </g>
  );
}
