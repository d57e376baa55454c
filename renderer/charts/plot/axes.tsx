import type { Area } from "./area.ts";
import type { Scale } from "./scale.ts";

export interface Axis {
  readonly scale: Scale;
  readonly text: (value: number) => string;
  /** What it measures, with its unit where the texts do not carry it. */
  readonly title?: string;
}

const FONT = 11;
const LETTER = 6.2;

/** Ticks whose labels do not run into each other. */
function apart(area: Area, { scale, text }: Axis): number[] {
  const widest = Math.max(0, ...scale.ticks.map((tick) => text(tick).length)) * LETTER + 10;
  const room = area.width / Math.max(1, scale.ticks.length);
  if (room >= widest) return [...scale.ticks];
  const gap = evenGap(area, scale.ticks);
  if (gap !== null) {
    const every = Math.ceil(widest / Math.max(1, gap.px));
    return scale.ticks.filter((tick) => Math.round(tick / gap.value) % every === 0);
  }
  let end = Number.NEGATIVE_INFINITY;
  return scale.ticks.filter((tick) => {
    const half = (text(tick).length * LETTER) / 2;
    if (area.x(tick) - half < end + 8) return false;
    end = area.x(tick) + half;
    return true;
  });
}

/** Between ticks that stand equally far from each other, in their unit and in px; null for others. */
function evenGap(area: Area, ticks: readonly number[]): { value: number; px: number } | null {
  const [first = 0, second = 0] = ticks;
  const px = area.x(second) - area.x(first);
  const even = ticks.every((tick, at) => Math.abs(area.x(first) + at * px - area.x(tick)) < 1);
  return even && px > 0 ? { value: second - first, px } : null;
}

/** Grid lines and labels around a plot. */
export function Axes({ area, x, y }: { area: Area; x: Axis; y: Axis }) {
  const { width, height } = area;
  return (
    <g fontSize={FONT} fill="var(--color-muted)">
      {y.scale.ticks.map((tick) => (
        <g key={tick} transform={`translate(0 ${area.y(tick).toFixed(2)})`}>
          <line x2={width} stroke="var(--color-line)" />
          <text x={-8} y={4} textAnchor="end">
            {y.text(tick)}
          </text>
        </g>
      ))}
      <line y1={height} y2={height} x2={width} stroke="var(--color-line-strong)" />
      {apart(area, x).map((tick) => (
        <text key={tick} x={area.x(tick)} y={height + 15} textAnchor="middle">
          {x.text(tick)}
        </text>
      ))}
      {x.title && (
        <text x={width / 2} y={height + 31} textAnchor="middle">
          {x.title}
        </text>
      )}
      {y.title && (
        <text x={-8} y={-10} textAnchor="start" dx={-44}>
          {y.title}
        </text>
      )}
    </g>
  );
}
