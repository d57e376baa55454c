import type { KeyboardEvent, PointerEvent } from "react";
import { formatDuration } from "../duration.ts";
import { toShare, timeAt, type TimeAxis } from "./time-axis.ts";

interface DeadlineHandleProps {
  readonly axis: TimeAxis;
  /** µs */
  readonly deadline: number;
  readonly onChange: (deadline: number) => void;
  /** Of the lanes, px; the client's is the last. */
  readonly height: number;
}

const STEP = 0.01;
const PAGE = 0.1;

/** The client deadline as a vertical line, movable by dragging or with the arrow keys. */
export function DeadlineHandle({ axis, deadline, onChange, height }: DeadlineHandleProps) {
  const share = toShare(deadline, axis);
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const line = event.currentTarget.parentElement?.getBoundingClientRect();
    if (line) onChange(timeAt((event.clientX - line.left) / line.width, axis));
  };
  const press = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowLeft: -STEP,
      ArrowDown: -STEP,
      ArrowRight: STEP,
      ArrowUp: STEP,
      PageDown: -PAGE,
      PageUp: PAGE,
      Home: -1,
      End: 1,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onChange(timeAt(share + step, axis));
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Client’s deadline"
      aria-valuemin={axis.from}
      aria-valuemax={axis.to}
      aria-valuenow={Math.min(Math.max(deadline, axis.from), axis.to)}
      aria-valuetext={formatDuration(deadline)}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={press}
      className="-translate-x-1/2 absolute top-0 w-5 cursor-ew-resize touch-none"
      style={{ left: `${share * 100}%`, height }}
    >
      <div className="mx-auto h-full w-0 border-chart-5 border-l-2 border-dashed" />
      <div className="absolute right-0 bottom-[0.55rem] left-0 mx-auto size-4 rounded-full border-2 border-surface bg-chart-5" />
    </div>
  );
}
