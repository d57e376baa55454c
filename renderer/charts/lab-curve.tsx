import { useState } from "react";
import { ErrorBar, Line } from "recharts";
import { formatCount, formatDuration } from "../format/numbers.ts";
import { ChartFrame } from "../ui/chart-frame.tsx";
import { withUnit } from "./axis.ts";
import { STILL, Chart } from "./chart.tsx";
import { cursorAmong } from "./cursor.ts";
import { curveLabels } from "./curve-labels.ts";
import {
  type CurvePoint,
  curvePoints,
  type CurveSeries,
  labCurveData,
  describePoint,
} from "./lab-curve-data.ts";
import { type Bound, BoundLine, Layer } from "./layers.tsx";
import { Legend, ScaleChoice, type ScaleKind } from "./legend.tsx";
import { type Area, aroundLog, fromZero, inSight, linearScale } from "./scale.ts";
import { TipRows } from "./tip.tsx";
import { useZoom } from "./use-zoom.ts";

interface LabCurveProps {
  readonly title: string;
  readonly about: string;
  readonly mark?: string | undefined;
  /** What y is: "p99 latency". */
  readonly yTitle: string;
  /** What x is; default: "Throughput". */
  readonly xTitle?: string;
  /** Default: "inf/s". */
  readonly xUnit?: string;
  readonly series: readonly CurveSeries[];
  readonly bound?: Bound | null | undefined;
}

/** Latency against throughput, a line through each run's loads in their order, its knee marked. */
export function LabCurve(props: LabCurveProps) {
  const {
    title,
    about,
    mark,
    yTitle,
    xTitle = "Throughput",
    xUnit = "inf/s",
    series,
    bound,
  } = props;
  const [kind, setKind] = useState<ScaleKind>("linear");
  const points = curvePoints(series);
  const zoom = useZoom(fromZero(points.map(({ x }) => x)).span);
  const x = linearScale(zoom.span);
  const heights = [
    ...inSight(points, ({ x }) => x, zoom.span).flatMap(({ y, low, high }) => [y, low, high]),
    bound?.ms,
  ];
  return (
    <ChartFrame
      title={title}
      about={about}
      mark={mark}
      legend={
        <Legend items={series}>
          <ScaleChoice value={kind} onPick={setKind} />
        </Legend>
      }
      chart={
        <Chart
          title={title}
          words={points.map((point) => describePoint(point, yTitle, xUnit)).join("; ")}
          x={withUnit(xTitle, xUnit, x)}
          y={withUnit(yTitle, "ms", kind === "log" ? aroundLog(heights) : fromZero(heights))}
          zoom={zoom}
          empty={points.length === 0 ? "No load measured yet." : null}
          cursor={cursorAmong(points, (point) => ({
            words: describePoint(point, yTitle, xUnit),
            tip: (
              <TipRows
                head={point.label}
                rows={[
                  { key: "run", label: "Run", text: point.run, color: point.color },
                  { key: "x", label: "Throughput", text: formatCount(point.x) },
                  { key: "y", label: yTitle, text: formatDuration(point.y) },
                  ...(point.low === undefined || point.high === undefined
                    ? []
                    : [
                        {
                          key: "interval",
                          label: "Interval",
                          text: `${formatDuration(point.low)} – ${formatDuration(point.high)}`,
                        },
                      ]),
                  ...(point.isKnee ? [{ key: "knee", label: "Knee", text: "yes" }] : []),
                  ...(point.invalid ? [{ key: "invalid", label: "Verdict", text: "invalid" }] : []),
                ]}
              />
            ),
          }))}
        >
          {bound && <BoundLine bound={bound} />}
          {series.map((each) => (
            <CurveLine key={each.key} series={each} />
          ))}
          <Layer>{(area) => <CurveLabels area={area} series={series} />}</Layer>
        </Chart>
      }
      height={260}
      data={() => labCurveData(series, yTitle, xUnit)}
    />
  );
}

/** One run: its line, its points with their intervals, and its knee. */
export function CurveLine({ series }: { series: CurveSeries }) {
  const { color, dashed, points, knee } = series;
  return (
    <Line
      {...STILL}
      data={[...points]}
      dataKey="y"
      stroke={color}
      strokeWidth={2}
      strokeDasharray={dashed ? "5 4" : "none"}
      activeDot={false}
      dot={({ key, cx, cy, index, payload }) => (
        <Point
          key={key}
          cx={Number(cx)}
          cy={Number(cy)}
          color={color}
          invalid={(payload as CurvePoint).invalid === true}
          isKnee={index === knee}
        />
      )}
    >
      <ErrorBar
        {...STILL}
        dataKey={({ y, low, high }: CurvePoint) =>
          low === undefined || high === undefined ? null : [y - low, high - y]
        }
        width={4}
        stroke={color}
        strokeWidth={1}
        opacity={0.7}
      />
    </Line>
  );
}

interface PointProps {
  readonly cx: number;
  readonly cy: number;
  readonly color: string;
  readonly invalid: boolean;
  readonly isKnee: boolean;
}

function Point({ cx, cy, color, invalid, isKnee }: PointProps) {
  return (
    <g transform={`translate(${cx} ${cy})`}>
      {invalid ? (
        <path d="M-4-4L4 4M-4 4L4-4" stroke="var(--color-bad)" strokeWidth={2} />
      ) : (
        <circle r={3.5} fill={color} />
      )}
      {isKnee && <circle r={7.5} fill="none" stroke={color} strokeWidth={1.5} />}
    </g>
  );
}

/** Labels each point with its load. */
export function CurveLabels({ area, series }: { area: Area; series: readonly CurveSeries[] }) {
  return (
    <g fontSize={11} stroke="var(--color-surface)" strokeWidth={3} paintOrder="stroke">
      {curveLabels(area, series).map(({ key, text, x, y, anchor, isKnee }) => (
        <text
          key={key}
          x={x}
          y={y}
          textAnchor={anchor}
          fontWeight={isKnee ? 600 : 400}
          fill={isKnee ? "var(--color-ink)" : "var(--color-muted)"}
        >
          {text}
        </text>
      ))}
    </g>
  );
}
