import { type KeyboardEvent, type PointerEvent, useState } from "react";
import type { Area, Scale } from "./scale.ts";
import { Crosshair, useCrosshair } from "./crosshair.ts";
import type { Arrow, Cursor } from "./cursor.ts";
import { Tip } from "./tip.tsx";
import type { Zoom } from "./use-zoom.ts";

interface SurfaceProps {
  readonly title: string;
  readonly area: Area;
  readonly x: Scale;
  readonly zoom: Zoom;
  readonly cursor: Cursor;
  /** Shared with other charts over the same time: it moves in all, and the page shows their values at it. */
  readonly crosshair: Crosshair | undefined;
  /** Values of the x axis that show a text on hover. */
  readonly hints: readonly Hint[] | undefined;
}

export interface Hint {
  readonly at: number;
  readonly text: string;
}

const unused = new Crosshair();

const MIN_DRAG_PX = 6;
const arrows: readonly Arrow[] = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"];

/** Handles pointer and keys over a plot: a cursor with its tooltip, and zooming by dragging. */
export function Surface({ title, area, x, zoom, cursor, crosshair, hints }: SurfaceProps) {
  const [own, setOwn] = useState<number | null>(null);
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const shared = useCrosshair(crosshair ?? unused);
  const index = crosshair ? shared && (cursor.at?.(shared.time) ?? null) : own;
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
    if (!crosshair) return setOwn(cursor.pick(area, px, py));
    const { clientX, clientY } = event;
    crosshair.set({ time: x.at(px / area.width), x: clientX, y: clientY });
  };
  const step = (event: KeyboardEvent, arrow: Arrow) => {
    const next = cursor.step(known, arrow);
    if (!crosshair) return setOwn(next);
    const box = event.currentTarget.getBoundingClientRect();
    const at = cursor.target(area, next).x;
    const time = x.at(at / area.width);
    crosshair.set({ time, x: box.left + at, y: box.top + box.height / 2 });
  };
  const leave = () => (crosshair ? crosshair.set(null) : setOwn(null));
  const release = () => {
    setDrag(null);
    if (!drag || Math.abs(drag.to - drag.from) < MIN_DRAG_PX) return;
    const [left, right] = [Math.min(drag.from, drag.to), Math.max(drag.from, drag.to)];
    zoom.to([x.at(left / area.width), x.at(right / area.width)]);
  };
  /** Zooms by `factor` around the cursor, or else the middle. */
  const scaleBy = (factor: number) => {
    const still = inSight ? target.x / area.width : 0.5;
    if (zoom.by) return zoom.by(factor, x.at(still));
    const from = still * (1 - factor);
    zoom.to([x.at(from), x.at(from + factor)]);
  };
  const reset = () => {
    leave();
    zoom.reset();
  };
  const key = (event: KeyboardEvent) => {
    const arrow = arrows.find((each) => each === event.key);
    if (arrow && cursor.count > 0) step(event, arrow);
    else if (event.key === "+" || event.key === "=") scaleBy(0.5);
    else if (event.key === "-") scaleBy(2);
    else if (event.key === "Escape") (zoom.isShared ? leave : reset)();
    else return;
    event.preventDefault();
  };

  return (
    <>
      <div
        role="slider"
        tabIndex={0}
        {...(zoom.isShared
          ? {
              "aria-label": `${title}: crosshair`,
              "aria-description": "Arrow keys move it, plus and minus zoom.",
              "aria-valuemin": x.span[0],
              "aria-valuemax": x.span[1],
              "aria-valuenow": target ? x.at(target.x / area.width) : x.span[1],
            }
          : {
              "aria-label": `${title}: arrow keys go through it, plus and minus zoom, Escape shows all`,
              "aria-valuemin": 0,
              "aria-valuemax": cursor.count,
              "aria-valuenow": known === null ? 0 : known + 1,
            })}
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
        onPointerLeave={() => !drag && leave()}
        onDoubleClick={reset}
        onKeyDown={key}
        onBlur={leave}
      >
        {hints?.map(({ at, text }) => (
          <span
            key={`${at} ${text}`}
            data-hint={text}
            className="-translate-x-1/2 -top-1.5 absolute size-3"
            style={{ left: area.x(at) }}
          />
        ))}
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
      {inSight && !drag && !crosshair && (
        <Tip x={target.x} y={target.y ?? 0} within={area.width}>
          {target.tip}
        </Tip>
      )}
      {zoom.isZoomed && !zoom.isShared && (
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
