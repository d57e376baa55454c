import { STAGE_COLORS } from "../../figures/colors.ts";
import { formatDuration } from "../duration.ts";
import type { Clocks } from "./clocks.ts";
import { toShare, makeTicks, type TimeAxis } from "./time-axis.ts";

const LANE = 46;
const TOP = 6;
const AXIS = 24;

type Ending = "sent" | "timed out" | "moved" | "gone" | "never";

interface Lane {
  readonly key: string;
  readonly title: string;
  readonly words: string;
  /** Null: it never ends. */
  readonly end: number | null;
  readonly ending: Ending;
  readonly colour: string;
}

/** An ensemble neither batches nor queues: only its client's deadline applies. */
export function listLanes({ delay, queues, deadline }: Clocks, isEnsemble: boolean): Lane[] {
  const client: Lane = {
    key: "client",
    title: "Client waits",
    words: deadline === null ? "for ever" : `gives up after ${formatDuration(deadline)}`,
    end: deadline,
    ending: deadline === null ? "never" : "gone",
    colour: "var(--color-chart-5)",
  };
  if (isEnsemble) return [client];
  return [
    {
      key: "batch",
      title: "Batch forms",
      words:
        delay === null
          ? "no batching"
          : delay === 0
            ? "sent as soon as an instance is free"
            : `sent after ${formatDuration(delay)} at the latest`,
      end: delay ?? 0,
      ending: "sent",
      colour: STAGE_COLORS.compute,
    },
    ...queues.map(({ level, name, timeout, policy }): Lane => {
      const moved = policy.timeout_action === "DELAY";
      const what = moved ? "moved behind after" : "timed out after";
      return {
        key: `queue ${level}`,
        title: name,
        words: timeout === 0 ? "no timeout" : `${what} ${formatDuration(timeout)}`,
        end: timeout === 0 ? null : timeout,
        ending: timeout === 0 ? "never" : moved ? "moved" : "timed out",
        colour: STAGE_COLORS.queue,
      };
    }),
    ...(queues.length === 0
      ? [
          {
            key: "queue",
            title: "In the queue",
            words: "no timeout",
            end: null,
            ending: "never" as const,
            colour: STAGE_COLORS.queue,
          },
        ]
      : []),
    client,
  ];
}

/** Height of the lanes without the labels below them, px. */
export function lanesHeight(lanes: number): number {
  return TOP + lanes * LANE;
}

const percent = (share: number) => `${share * 100}%`;

/** The timeouts as bars on one timeline. The text next to it says the same. */
export function ClockLanes({ lanes, axis }: { lanes: readonly Lane[]; axis: TimeAxis }) {
  const bottom = lanesHeight(lanes.length);
  return (
    <svg aria-hidden="true" width="100%" height={bottom + AXIS} className="overflow-visible">
      <defs>
        <linearGradient id="clock-fade">
          <stop offset="0.6" stopColor="white" />
          <stop offset="1" stopColor="black" />
        </linearGradient>
        <mask id="clock-endless" maskContentUnits="objectBoundingBox">
          <rect width="1" height="1" fill="url(#clock-fade)" />
        </mask>
      </defs>
      {makeTicks(axis).map(({ at, label }, index, { length }) => (
        <g key={label}>
          <line
            x1={percent(at)}
            x2={percent(at)}
            y1={0}
            y2={bottom}
            stroke="var(--color-line)"
            strokeWidth={1}
          />
          <text
            x={percent(at)}
            y={bottom + 16}
            textAnchor={index === 0 ? "start" : index === length - 1 ? "end" : "middle"}
            fill="var(--color-muted)"
            fontSize={11}
          >
            {label}
          </text>
        </g>
      ))}
      {lanes.map((lane, index) => (
        <LaneBar key={lane.key} lane={lane} axis={axis} y={TOP + index * LANE} />
      ))}
    </svg>
  );
}

function LaneBar({ lane, axis, y }: { lane: Lane; axis: TimeAxis; y: number }) {
  const { title, words, end, ending, colour } = lane;
  const share = end === null ? 1 : toShare(end, axis);
  const middle = y + 29;
  return (
    <g>
      <text x={0} y={y + 14} fill="var(--color-ink)" fontSize={12}>
        <tspan fontWeight={600}>{title}</tspan>
        <tspan fill="var(--color-muted)" dx={8}>
          {words}
        </tspan>
      </text>
      <rect
        x={0}
        y={middle - 6}
        width={percent(share)}
        height={12}
        rx={2}
        fill={colour}
        mask={ending === "never" ? "url(#clock-endless)" : undefined}
      />
      <svg x={percent(share)} y={middle} overflow="visible">
        <End ending={ending} colour={colour} />
      </svg>
    </g>
  );
}

/** How a bar ends: executed, rejected, moved behind the others, or cancelled. */
function End({ ending, colour }: { ending: Ending; colour: string }) {
  if (ending === "never" || ending === "gone") return null;
  if (ending === "timed out") {
    return <path d="M4 -6L16 6M16 -6L4 6" stroke="var(--color-bad)" strokeWidth={2.5} />;
  }
  if (ending === "moved") {
    return (
      <path
        d="M2 0h10a6 6 0 0 1 0 12H0m4 -4l-4 4l4 4"
        fill="none"
        stroke="var(--color-warn)"
        strokeWidth={2}
      />
    );
  }
  return <path d="M0 -9V9M0 0H12M8 -4L12 0L8 4" fill="none" stroke={colour} strokeWidth={2} />;
}
