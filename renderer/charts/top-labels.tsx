import { Layer } from "./layer.tsx";

export interface TopLabel {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** A text above each bar, whole also where the bar is narrower. */
export function TopLabels({ labels }: { labels: readonly TopLabel[] }) {
  return (
    <Layer>
      {(area) =>
        labels.map(({ x, y, text }) => (
          <text
            key={x}
            x={area.x(x)}
            y={area.y(y) - 5}
            textAnchor="middle"
            fontSize={11}
            fill="var(--color-muted)"
          >
            {text}
          </text>
        ))
      }
    </Layer>
  );
}
