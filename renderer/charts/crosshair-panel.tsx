import { formatClock } from "../format/time.ts";
import { type Crosshair, type CrosshairState, useCrosshair } from "./crosshair.ts";
import {
  type Mark,
  nearestPoint,
  originAt,
  type OriginSpan,
  type SeriesLine,
} from "./series-data.ts";

interface CrosshairPanelProps {
  readonly crosshair: Crosshair;
  /** The rows of all charts, one group per chart. */
  readonly groups: readonly (readonly SeriesLine[])[];
  readonly marks: readonly Mark[];
  readonly origins?: readonly OriginSpan[] | undefined;
}

const WIDTH = 220;
/** Height of a row, and of the frame around a group, px. */
const ROW = 16;
const AROUND = 9;

/** The shared tooltip of all charts: every figure at the crosshair's time, and the events then. */
export function CrosshairPanel({ crosshair, groups, marks, origins = [] }: CrosshairPanelProps) {
  const at = useCrosshair(crosshair);
  const lines = groups.flat();
  const [longest] = lines.toSorted((a, b) => b.points.length - a.points.length);
  const point = at && longest && nearestPoint(longest.points, at.time);
  if (!at || !point) return null;
  const near = marks.filter(({ time }) => Math.abs(time - at.time) <= nearMs(longest));
  const origin = originAt(origins, point.t);
  const height = lines.length * ROW + groups.length * AROUND + 60;
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none fixed z-30 rounded-md border border-line-strong bg-raised px-3 py-2 text-xs shadow-pop"
      style={{ ...placePanel(at, height), width: WIDTH }}
    >
      <div className="mb-1 font-semibold">{formatClock(point.t)}</div>
      {origin && <div className="mb-1 text-muted">Figures from {origin}</div>}
      {groups.map((group) => (
        <div key={group.map(({ key }) => key).join()} className="border-line border-t py-1">
          {group.map(({ key, label, name = label, color, points, text }) => (
            <div key={key} className="flex items-center gap-2">
              <span className="size-2 rounded-sm" style={{ background: color }} />
              <span className="min-w-0 flex-1 break-words text-muted">{name}</span>
              <span>{text(nearestPoint(points, at.time)?.value ?? null)}</span>
            </div>
          ))}
        </div>
      ))}
      {near.map((mark) => (
        <div key={`${mark.time} ${mark.text}`} className="border-line border-t pt-1">
          {mark.text}
        </div>
      ))}
    </div>
  );
}

/** Marks within this many ms of the crosshair are shown with it: about one interval. */
function nearMs({ points }: SeriesLine): number {
  const spread = (points.at(-1)?.t ?? 0) - (points[0]?.t ?? 0);
  return Math.max(1500, spread / Math.max(1, points.length - 1));
}

function placePanel({ x, y }: CrosshairState, height: number) {
  const left = x + 18 + WIDTH > window.innerWidth ? x - 18 - WIDTH : x + 18;
  return { left, top: Math.max(8, Math.min(y - 40, window.innerHeight - height)) };
}
