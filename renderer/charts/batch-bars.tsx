import { formatPercent } from "../format/numbers.ts";
import type { Area } from "./plot/area.ts";
import type { BatchCounts } from "./samples.ts";

export const BAR_COLOR = "var(--color-chart-1)";
const MOST_LABELS = 14;

interface BatchBarsProps {
  readonly area: Area;
  readonly batches: BatchCounts;
  readonly total: number;
  /** How many are in sight: few of them carry their share. */
  readonly inSight: number;
}

export function BatchBars({ area, batches, total, inSight }: BatchBarsProps) {
  const width = Math.min(56, (area.x(1) - area.x(0)) * 0.8);
  return batches.map(([size, executions], index) => {
    const [x, y] = [area.x(index), area.y(executions)];
    return (
      <g key={size}>
        <rect
          x={x - width / 2}
          y={y}
          width={width}
          height={Math.max(0, area.height - y)}
          rx={Math.min(3, width / 4)}
          fill={BAR_COLOR}
        />
        {inSight <= MOST_LABELS && (
          <text x={x} y={y - 5} textAnchor="middle" fontSize={11} fill="var(--color-muted)">
            {shareText(executions / total)}
          </text>
        )}
      </g>
    );
  });
}

function shareText(share: number): string {
  return share < 0.01 ? "<1 %" : formatPercent(Math.round(share * 100) / 100);
}
