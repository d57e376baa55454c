import { type KeyboardEvent, type PointerEvent, useMemo, useState } from "react";
import { PLOT } from "../charts/layout.ts";
import type { Span } from "../charts/samples.ts";
import { useWidth } from "../charts/use-width.ts";
import type { PlacedBatch } from "./batch-log.ts";
import { BatchTip, describeBatch } from "./batch-tip.tsx";
import type { Lane } from "./lanes.ts";
import { TimelineCanvas } from "./timeline-canvas.tsx";
import {
  batchAt,
  boxFor,
  type Geometry,
  LANE_HEAD,
  laneHeightFor,
  neighbour,
  timeToX,
  xToTime,
} from "./timeline-geometry.ts";
import { tickText, timeTicks } from "../charts/time-ticks.ts";

interface TimelineProps {
  readonly batches: readonly PlacedBatch[];
  readonly gaps: readonly Span[];
  readonly lanes: readonly Lane[];
  readonly span: Span;
  /** The size of a bar with full height. */
  readonly largest: number;
  readonly onZoom: (span: Span) => void;
  readonly onReset: () => void;
}

const MIN_DRAG_PX = 6;
const arrows = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"] as const;

/** Batches as bars in one lane per instance. Pointer and arrow keys select one; dragging zooms, a double click resets. */
export function Timeline(props: TimelineProps) {
  const { batches, gaps, lanes, span, largest, onZoom, onReset } = props;
  const [attach, width] = useWidth();
  const [focus, setFocus] = useState<PlacedBatch | null>(null);
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const laneHeight = laneHeightFor(lanes.length);
  const geometry = useMemo<Geometry>(
    () => ({ width, span, lanes, laneHeight, largest }),
    [width, span, lanes, laneHeight, largest],
  );
  const height = lanes.length * laneHeight;
  const shown = focus && focus.end >= span[0] && focus.start <= span[1] ? focus : null;

  const place = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const move = (event: PointerEvent) => {
    const { x, y } = place(event);
    if (drag) return setDrag({ ...drag, to: xToTime(geometry, x) });
    setFocus(batchAt(geometry, batches, x, y));
  };
  const release = () => {
    setDrag(null);
    if (!drag) return;
    const [from, to] = [Math.min(drag.from, drag.to), Math.max(drag.from, drag.to)];
    if (timeToX(geometry, to) - timeToX(geometry, from) >= MIN_DRAG_PX) onZoom([from, to]);
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === "Escape") setFocus(null);
    const arrow = arrows.find((each) => each === event.key);
    if (!arrow) return;
    event.preventDefault();
    setFocus(neighbour(geometry, batches, shown, arrow));
  };

  return (
    <div
      className="relative select-none"
      style={{ height: height + PLOT.bottom, marginRight: PLOT.right, marginLeft: 8 }}
    >
      <div ref={attach} className="absolute inset-x-0 top-0" style={{ height }}>
        <TimelineCanvas geometry={geometry} batches={batches} gaps={gaps} focused={shown} />
        {lanes.map(({ key: lane, label, on }, index) => (
          <span
            key={lane}
            className="pointer-events-none absolute left-0 truncate text-xs leading-4"
            style={{ top: index * laneHeight, height: LANE_HEAD, maxWidth: width }}
          >
            <span className="font-medium">{label}</span>
            {on && <span className="text-muted"> · {on}</span>}
          </span>
        ))}
        <div
          role="slider"
          tabIndex={0}
          aria-label="Executed batches: arrow keys go from batch to batch"
          aria-valuemin={0}
          aria-valuemax={batches.length}
          aria-valuenow={shown ? batches.findIndex(({ id }) => id === shown.id) + 1 : 0}
          aria-valuetext={shown ? describeBatch(shown) : "none"}
          className="absolute inset-0 cursor-crosshair touch-none"
          onPointerDown={(event) => {
            if (event.button !== 0) return;
            event.currentTarget.setPointerCapture(event.pointerId);
            const time = xToTime(geometry, place(event).x);
            setDrag({ from: time, to: time });
          }}
          onPointerMove={move}
          onPointerUp={release}
          onPointerLeave={() => !drag && setFocus(null)}
          onDoubleClick={onReset}
          onKeyDown={key}
          onBlur={() => setFocus(null)}
        />
        {drag && drag.from !== drag.to && (
          <span
            className="pointer-events-none absolute inset-y-0 bg-accent/20"
            style={{
              left: timeToX(geometry, Math.min(drag.from, drag.to)),
              width: Math.abs(timeToX(geometry, drag.to) - timeToX(geometry, drag.from)),
            }}
          />
        )}
      </div>
      <TimelineAxis geometry={geometry} />
      {shown && !drag && <BatchTip batch={shown} bar={boxFor(geometry, shown)} within={width} />}
    </div>
  );
}

/** Times of day below the lanes. */
function TimelineAxis({ geometry }: { geometry: Geometry }) {
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
