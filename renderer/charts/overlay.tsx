import { type KeyboardEvent, type PointerEvent, useState } from "react";
import type { ModelSample } from "../../main/contract/index.ts";
import { formatClock } from "../format/time.ts";
import { type Crosshair, useCrosshair } from "./crosshair.ts";
import { PLOT } from "./layout.ts";
import { type Span, sampleAt, scaledSpan } from "./samples.ts";
import type { Mark, PlotSeries } from "./series.ts";

interface OverlayProps {
  readonly title: string;
  readonly samples: readonly ModelSample[];
  readonly span: Span;
  readonly series: readonly PlotSeries[];
  readonly marks: readonly Mark[];
  readonly crosshair: Crosshair;
  readonly onZoom: (span: Span) => void;
  readonly onReset: () => void;
}

const MIN_DRAG_PX = 6;

/** What lies over a plot and follows the pointer or the arrow keys: cursor, marks and the drag to zoom. */
export function Overlay(props: OverlayProps) {
  const { title, samples, span, series, marks, crosshair, onZoom, onReset } = props;
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const at = useCrosshair(crosshair);
  const [from, to] = span;
  const share = (time: number) => `${((time - from) / (to - from)) * 100}%`;
  const within = (time: number) => time >= from && time <= to;
  const sample = at && sampleAt(samples, at.time);

  const timeOf = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    const x = Math.min(Math.max(event.clientX - box.left, 0), box.width);
    return from + (x / box.width) * (to - from);
  };
  const move = (event: PointerEvent) => {
    const time = timeOf(event);
    if (drag) setDrag({ ...drag, to: time });
    crosshair.set({ time, x: event.clientX, y: event.clientY });
  };
  const release = (event: PointerEvent) => {
    if (!drag) return;
    setDrag(null);
    const width = event.currentTarget.getBoundingClientRect().width;
    const [left, right] = [Math.min(drag.from, drag.to), Math.max(drag.from, drag.to)];
    if (((right - left) / (to - from)) * width >= MIN_DRAG_PX) onZoom([left, right]);
  };
  const key = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (event.key === "Escape") crosshair.set(null);
    const factor = { "+": 0.5, "=": 0.5, "-": 2 }[event.key];
    if (factor) {
      const still = at && within(at.time) ? at.time : (from + to) / 2;
      return onZoom(scaledSpan(span, factor, still, samples.at(-1)?.t ?? to));
    }
    if (step === undefined) return;
    event.preventDefault();
    const current = sample ? samples.indexOf(sample) : samples.length;
    const next = samples[Math.min(Math.max(current + step, 0), samples.length - 1)];
    if (!next) return;
    const box = event.currentTarget.getBoundingClientRect();
    const x = box.left + ((next.t - from) / (to - from)) * box.width;
    crosshair.set({ time: next.t, x, y: box.top + box.height / 2 });
  };

  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={`${title}: crosshair`}
      aria-description="Arrow keys move it, plus and minus zoom."
      aria-valuemin={from}
      aria-valuemax={to}
      aria-valuenow={at?.time ?? to}
      aria-valuetext={
        sample
          ? `${formatClock(sample.t)}: ${series
              .map(({ label, value, text }) => `${label} ${text(value(sample))}`)
              .join(", ")}`
          : "none"
      }
      className="absolute cursor-crosshair touch-none"
      style={{ left: PLOT.left, right: PLOT.right, top: PLOT.top, bottom: PLOT.bottom }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const time = timeOf(event);
        setDrag({ from: time, to: time });
      }}
      onPointerMove={move}
      onPointerUp={release}
      onPointerLeave={() => !drag && crosshair.set(null)}
      onDoubleClick={onReset}
      onKeyDown={key}
      onBlur={() => crosshair.set(null)}
    >
      {marks
        .filter((mark) => within(mark.time))
        .map((mark) => (
          <span
            key={`${mark.time} ${mark.text}`}
            className="absolute inset-y-0 w-px border-l border-dashed"
            style={{ left: share(mark.time), borderColor: mark.color }}
          >
            <span
              data-hint={mark.text}
              className="-left-1 -top-1 absolute size-2 rotate-45"
              style={{ background: mark.color }}
            />
          </span>
        ))}
      {sample && within(sample.t) && (
        <span
          className="pointer-events-none absolute inset-y-0 w-px bg-ink/50"
          style={{ left: share(sample.t) }}
        />
      )}
      {drag && drag.from !== drag.to && (
        <span
          className="pointer-events-none absolute inset-y-0 bg-accent/20"
          style={{
            left: share(Math.min(drag.from, drag.to)),
            right: `calc(100% - ${share(Math.max(drag.from, drag.to))})`,
          }}
        />
      )}
    </div>
  );
}
