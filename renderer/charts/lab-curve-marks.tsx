import { curveLabels } from "./curve-labels.ts";
import type { CurvePoint, CurveSeries } from "./lab-curve-data.ts";
import { type Area, linePath } from "./plot/area.ts";

/** One run: its line, its points with their intervals, and its knee. */
export function CurveMarks({ area, series }: { area: Area; series: CurveSeries }) {
  const { color, dashed, points, knee } = series;
  const kneePoint = knee === null || knee === undefined ? undefined : points[knee];
  return (
    <g>
      <path
        d={linePath(
          area,
          points.map(({ x, y }) => [x, y] as const),
        )}
        fill="none"
        stroke={color}
        strokeWidth={2}
        strokeDasharray={dashed ? "5 4" : undefined}
      />
      {points.map((point, index) => (
        <g key={`${index} ${point.label}`}>
          <Whisker area={area} point={point} color={color} />
          {point.invalid ? (
            <path
              d="M-4-4L4 4M-4 4L4-4"
              transform={`translate(${area.x(point.x)} ${area.y(point.y)})`}
              stroke="var(--color-bad)"
              strokeWidth={2}
            />
          ) : (
            <circle cx={area.x(point.x)} cy={area.y(point.y)} r={3.5} fill={color} />
          )}
        </g>
      ))}
      {kneePoint && <Knee area={area} point={kneePoint} color={color} />}
    </g>
  );
}

function Whisker({ area, point, color }: { area: Area; point: CurvePoint; color: string }) {
  const { x, low, high } = point;
  if (low === undefined || high === undefined) return null;
  const [top, bottom] = [area.y(high), area.y(low)];
  return (
    <path
      d={`M-4 ${top}H4M0 ${top}V${bottom}M-4 ${bottom}H4`}
      transform={`translate(${area.x(x)} 0)`}
      fill="none"
      stroke={color}
      opacity={0.7}
    />
  );
}

function Knee({ area, point, color }: { area: Area; point: CurvePoint; color: string }) {
  return (
    <circle
      cx={area.x(point.x)}
      cy={area.y(point.y)}
      r={7.5}
      fill="none"
      stroke={color}
      strokeWidth={1.5}
    />
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
