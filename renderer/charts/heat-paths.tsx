import { formatCount } from "../format/numbers.ts";
import { type HeatGrid, heatLevel, levelCounts } from "./heat-cells.ts";
import type { Area } from "./area.ts";
import { rampColor } from "./ramp.ts";

const LEVELS = 8;

/** All cells of one colour as one path, so that thousands of cells are eight elements. */
export function HeatPaths({ area, grid }: { area: Area; grid: HeatGrid }) {
  const paths = Array.from({ length: LEVELS }, () => "");
  for (const [column, row, count] of grid.cells) {
    const [from, to] = grid.columns[column] ?? [0, 0];
    const [low, high] = grid.rows[row] ?? [1, 1];
    const [left, right] = [area.x(from), area.x(to)];
    const [top, bottom] = [area.y(high), area.y(low)];
    const level = heatLevel(count, grid.most, LEVELS);
    // A trifle wider, so that no seam shows between neighbours.
    paths[level] +=
      `M${left.toFixed(1)} ${top.toFixed(1)}h${(right - left + 0.3).toFixed(1)}v${(bottom - top + 0.3).toFixed(1)}H${left.toFixed(1)}z`;
  }
  return paths.map((path, level) => (
    <path key={rampColor(level, LEVELS)} d={path} fill={rampColor(level, LEVELS)} />
  ));
}

/** Which colour is how many requests. */
export function HeatLegend({ most }: { most: number }) {
  const counts = levelCounts(most, LEVELS);
  const distinct = counts.map((count, level) => ({ count, level }));
  const shown = distinct.filter(({ count }, index) => count !== counts[index + 1]);
  if (most === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-muted text-xs">
      <span>requests per cell, at least</span>
      <ul className="flex flex-wrap gap-x-2.5">
        {shown.map(({ count, level }) => (
          <li key={level} className="flex items-center gap-1">
            <span className="h-3 w-4" style={{ background: rampColor(level, LEVELS) }} />
            <span>{formatCount(count)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
