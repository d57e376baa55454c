import { ErrorBar, Line } from "recharts";
import type { Area } from "./area.ts";
import { curveLabels } from "./curve-labels.ts";
import type { CurvePoint, CurveSeries } from "./lab-curve-data.ts";
import { STILL } from "./series-look.ts";

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

/** The load of each point next to it. */
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
