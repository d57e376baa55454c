import { PLOT } from "../charts/layout.ts";
import { tickText, timeTicks } from "../charts/time-ticks.ts";
import { type Geometry, timeToX } from "./timeline-geometry.ts";

/** Times of day below the lanes. */
export function TimelineAxis({ geometry }: { geometry: Geometry }) {
  const { span, width } = geometry;
  const text = tickText(span);
  return (
    <div
      aria-hidden="true"
      className="absolute inset-x-0 bottom-0 overflow-hidden text-muted"
      style={{ height: PLOT.bottom, fontSize: 11 }}
    >
      {timeTicks(span)
        .map((time) => ({ time, x: timeToX(geometry, time) }))
        .filter(({ x }) => x > 30 && x < width - 30)
        .map(({ time, x }) => (
          <span key={time} className="-translate-x-1/2 absolute top-1" style={{ left: x }}>
            {text(time)}
          </span>
        ))}
      <span className="absolute inset-x-0 bottom-0.5 text-center">Time</span>
    </div>
  );
}
