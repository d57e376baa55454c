import type { Area } from "./plot/area.ts";

export interface StackPart {
  readonly key: string;
  readonly label: string;
  /** A CSS colour. */
  readonly color: string;
  /** By load; null where that was not told. */
  readonly values: readonly (number | null)[];
}

interface StackProps {
  readonly area: Area;
  readonly parts: readonly StackPart[];
  readonly index: number;
  /** What 1 on the axis stands for. */
  readonly whole: number | undefined;
}

/** One bar, its parts from the foot up. */
export function Stack({ area, parts, index, whole }: StackProps) {
  const width = Math.min(64, (area.x(1) - area.x(0)) * 0.7);
  let foot = 0;
  return parts.map(({ key, color, values }) => {
    const value = (values[index] ?? 0) / (whole || 1);
    const [low, high] = [area.y(foot), area.y(foot + value)];
    foot += value;
    if (value <= 0) return null;
    return (
      <rect
        key={key}
        x={area.x(index) - width / 2}
        y={high}
        width={width}
        height={Math.max(0.5, low - high)}
        fill={color}
        stroke="var(--color-surface)"
        strokeWidth={low - high > 3 ? 0.75 : 0}
      />
    );
  });
}
