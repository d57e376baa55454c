import { type KeyboardEvent, type PointerEvent, useState } from "react";
import type { Area } from "./area.ts";
import type { Arrow, Cursor } from "./cursor.ts";
import type { Scale } from "./scale.ts";
import { Tip } from "./tip.tsx";
import type { Zoom } from "./use-zoom.ts";

interface SurfaceProps {
  readonly title: string;
  readonly area: Area;
  readonly x: Scale;
  readonly zoom: Zoom;
  readonly cursor: Cursor;
}

const MIN_DRAG_PX = 6;
const arrows: readonly Arrow[] = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"];

/** What follows pointer and keys over a plot: a cursor with its tip, and the drag that zooms. */
export function Surface({ title, area, x, zoom, cursor }: SurfaceProps) {
  const [index, setIndex] = useState<number | null>(null);
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const known = index !== null && index < cursor.count ? index : null;
  const target = known === null ? null : cursor.target(area, known);
  const inSight = target && target.x >= -1 && target.x <= area.width + 1;

  const place = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    const px = Math.min(Math.max(event.clientX - box.left, 0), box.width);
    return { px, py: event.clientY - box.top };
  };
  const move = (event: PointerEvent) => {
    const { px, py } = place(event);
    if (drag) setDrag({ ...drag, to: px });
    setIndex(cursor.pick(area, px, py));
  };
  const release = () => {
    setDrag(null);
    if (!drag || Math.abs(drag.to - drag.from) < MIN_DRAG_PX) return;
    const [left, right] = [Math.min(drag.from, drag.to), Math.max(drag.from, drag.to)];
    zoom.to([x.at(left / area.width), x.at(right / area.width)]);
  };
  /** Shows `factor` times as much; the cursor, or the middle, stays where it is. */
  const scaleBy = (factor: number) => {
    const still = inSight ? target.x / area.width : 0.5;
    const from = still * (1 - factor);
    zoom.to([x.at(from), x.at(from + factor)]);
  };
  const reset = () => {
    setIndex(null);
    zoom.reset();
  };
  const key = (event: KeyboardEvent) => {
    const arrow = arrows.find((each) => each === event.key);
    if (arrow && cursor.count > 0) setIndex(cursor.step(known, arrow));
    else if (event.key === "+" || event.key === "=") scaleBy(0.5);
    else if (event.key === "-") scaleBy(2);
    else if (event.key === "Escape") reset();
    else return;
    event.preventDefault();
  };

  return (
    <>
      <div
        role="slider"
        tabIndex={0}
        aria-label={`${title}: arrow keys go through it, plus and minus zoom, Escape shows all`}
        aria-valuemin={0}
        aria-valuemax={cursor.count}
        aria-valuenow={known === null ? 0 : known + 1}
        aria-valuetext={target?.words ?? "none"}
        data-export="none"
        className="absolute inset-0 cursor-crosshair touch-none select-none"
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          const { px } = place(event);
          setDrag({ from: px, to: px });
        }}
        onPointerMove={move}
        onPointerUp={release}
        onPointerCancel={() => setDrag(null)}
        onPointerLeave={() => !drag && setIndex(null)}
        onDoubleClick={reset}
        onKeyDown={key}
        onBlur={() => setIndex(null)}
      >
        {inSight && target.y === undefined && (
          <span
            className="pointer-events-none absolute inset-y-0 w-px bg-ink/50"
            style={{ left: target.x }}
          />
        )}
        {inSight && target.y !== undefined && (
          <span
            className="-translate-x-1/2 -translate-y-1/2 pointer-events-none absolute size-3 rounded-full border-2 border-ink"
            style={{ left: target.x, top: target.y }}
          />
        )}
        {drag && (
          <span
            className="pointer-events-none absolute inset-y-0 bg-accent/20"
            style={{ left: Math.min(drag.from, drag.to), width: Math.abs(drag.to - drag.from) }}
          />
        )}
      </div>
      {inSight && !drag && (
        <Tip x={target.x} y={target.y ?? 0} within={area.width}>
          {target.tip}
        </Tip>
      )}
      {zoom.isZoomed && (
        <button
          type="button"
          onClick={reset}
          className="absolute top-0 right-0 rounded border border-line-strong bg-raised px-2 py-px text-muted text-xs hover:text-ink"
        >
          Show all
        </button>
      )}
    </>
  );
}
