import type { Area } from "./scale.ts";
import type { RunEvent, RunWindow } from "./run-window.ts";
import type { Span } from "./samples.ts";

const eventColors: Record<RunEvent["kind"], string> = {
  reload: "var(--color-chart-2)",
  config: "var(--color-accent)",
  lost: "var(--color-bad)",
  stall: "var(--color-bad)",
  note: "var(--color-muted)",
};
const LONGEST = 36;

/** Shades the parts that were not measured. */
export function Unmeasured({ area, measured }: { area: Area; measured: Span }) {
  const [from, to] = [
    Math.min(Math.max(area.x(measured[0]), 0), area.width),
    Math.min(Math.max(area.x(measured[1]), 0), area.width),
  ];
  return (
    <g fill="var(--color-ink)">
      <rect x={0} width={from} height={area.height} opacity={0.07} />
      <rect x={to} width={area.width - to} height={area.height} opacity={0.07} />
      {from > 60 && (
        <text x={from - 6} y={13} textAnchor="end" fontSize={11} fill="var(--color-muted)">
          warm-up
        </text>
      )}
    </g>
  );
}

/** Events as vertical lines with their names, in rows so that names don't overlap. */
export function Events({ area, events }: { area: Area; events: readonly RunEvent[] }) {
  const placed = placeEvents(area, events);
  return (
    <g>
      {placed.map(({ key, x, color }) => (
        <line
          key={key}
          x1={x}
          x2={x}
          y2={area.height}
          stroke={color}
          strokeWidth={1.25}
          strokeDasharray="4 3"
        />
      ))}
      {placed.map(({ key, x, color, text, row, before }) => (
        <text
          key={key}
          x={before ? x - 5 : x + 5}
          y={13 + row * 14}
          textAnchor={before ? "end" : "start"}
          fontSize={11}
          fill={color}
          stroke="var(--color-surface)"
          strokeWidth={3}
          paintOrder="stroke"
        >
          {text}
        </text>
      ))}
    </g>
  );
}

/** The visible events, with the row and the side where each name has room. */
function placeEvents(area: Area, events: readonly RunEvent[]) {
  const ends: number[] = [];
  return events
    .map((event, key) => ({ ...event, key, x: area.x(event.t) }))
    .filter(({ x }) => x >= 0 && x <= area.width)
    .map(({ key, kind, label, x }) => {
      const text = label.length > LONGEST ? `${label.slice(0, LONGEST - 1)}…` : label;
      const width = text.length * 6 + 10;
      const before = x + width > area.width;
      const begin = before ? x - width : x;
      const free = ends.findIndex((end) => end <= begin);
      const row = free < 0 ? ends.length : free;
      ends[row] = begin + width;
      return { key, x, text, row, before, color: eventColors[kind] };
    });
}

interface FailureLaneProps {
  readonly area: Area;
  readonly windows: readonly RunWindow[];
  /** Height of the lane at the bottom of the plot, px. */
  readonly height: number;
}

/** Failures by window: a higher bar means a larger share of its requests failed. */
export function FailureLane({ area, windows, height }: FailureLaneProps) {
  const foot = area.height;
  return (
    <g>
      <line
        y1={foot - height - 2}
        y2={foot - height - 2}
        x2={area.width}
        stroke="var(--color-line)"
      />
      {windows.map(({ t, seconds, successes, failures }) => {
        if (failures === 0) return null;
        const share = failures / (failures + successes);
        const tall = Math.max(3, share * height);
        const x = area.x(t);
        return (
          <rect
            key={t}
            x={x}
            width={Math.max(2, area.x(t + seconds) - x - 0.5)}
            y={foot - tall}
            height={tall}
            fill="var(--color-bad)"
          />
        );
      })}
    </g>
  );
}
