import type { Trace } from "../../main/contract/index.ts";
import { chartColor, STAGE_COLORS } from "../figures/colors.ts";
import { flatten, type TraceTree } from "./trace-log.ts";

export type PhaseName =
  | "Received"
  | "Cache lookup"
  | "Queued"
  | "Compute input"
  | "Compute infer"
  | "Compute output"
  | "Finished"
  | "Sent";

interface Phase {
  readonly name: PhaseName;
  readonly from: readonly string[];
  readonly to: readonly string[];
  readonly color: string;
  readonly meaning: string;
}

/** The phases of a request; the first stamped point of `from` and of `to` is used. */
export const phases: readonly Phase[] = [
  {
    name: "Received",
    from: ["RECEIVED"],
    to: ["REQUEST_START"],
    color: chartColor(6),
    meaning:
      "From the arrival of the message to the start of the request: reading and checking it.",
  },
  {
    name: "Cache lookup",
    from: ["CACHE_LOOKUP_START"],
    to: ["CACHE_LOOKUP_END"],
    color: STAGE_COLORS.cache,
    meaning: "Lookup in the response cache.",
  },
  {
    name: "Queued",
    from: ["QUEUE_START"],
    to: ["COMPUTE_START"],
    color: STAGE_COLORS.queue,
    meaning: "Queued in the scheduler, for other requests or for an instance.",
  },
  {
    name: "Compute input",
    from: ["COMPUTE_START"],
    to: ["COMPUTE_INPUT_END"],
    color: chartColor(4),
    meaning: "Gathering the inputs of the batch.",
  },
  {
    name: "Compute infer",
    from: ["COMPUTE_INPUT_END"],
    to: ["COMPUTE_OUTPUT_START"],
    color: STAGE_COLORS.compute,
    meaning: "The model's own work.",
  },
  {
    name: "Compute output",
    from: ["COMPUTE_OUTPUT_START"],
    to: ["COMPUTE_END"],
    color: chartColor(5),
    meaning: "Splitting the outputs among the requests of the batch.",
  },
  {
    name: "Finished",
    from: ["COMPUTE_END", "CACHE_LOOKUP_END"],
    to: ["REQUEST_END"],
    color: chartColor(6),
    meaning: "From the result to the end of the request.",
  },
  {
    name: "Sent",
    from: ["REQUEST_END"],
    to: ["SENT"],
    color: chartColor(3),
    meaning: "Writing the response.",
  },
];

/** Times are ms since the first stamp of the outermost trace. */
export interface Span {
  readonly key: string;
  readonly label: string;
  /** 0: the request itself; 1: its phases and steps; and so on. */
  readonly depth: number;
  readonly start: number;
  readonly end: number;
  /** Null: a whole request. */
  readonly phase: Phase | null;
  readonly trace: Trace;
}

const readTimes = ({ stamps }: Trace) => stamps.map(({ atNs }) => atNs);

export function totalMs(trace: Trace): number {
  const stamps = readTimes(trace);
  return stamps.length === 0 ? 0 : (Math.max(...stamps) - Math.min(...stamps)) / 1e6;
}

/** The rows of a waterfall: a request, its phases, and an ensemble's steps nested in the same way. */
export function toSpans(tree: TraceTree): Span[] {
  const origin = Math.min(...flatten(tree).flatMap(readTimes));
  return toRows(tree, 0, origin);
}

function toRows({ trace, children }: TraceTree, depth: number, origin: number): Span[] {
  const stamps = readTimes(trace);
  if (stamps.length === 0) return [];
  const ms = (ns: number) => (ns - origin) / 1e6;
  const whole: Span = {
    key: `${trace.id}`,
    label: `${trace.modelName} version ${trace.modelVersion || "?"}`,
    depth,
    start: ms(Math.min(...stamps)),
    end: ms(Math.max(...stamps)),
    phase: null,
    trace,
  };
  const at = (points: readonly string[]) =>
    points
      .map((point) => trace.stamps.find((stamp) => stamp.point === point)?.atNs)
      .find((ns) => ns !== undefined);
  const own = phases.flatMap((phase): Span[] => {
    const [from, to] = [at(phase.from), at(phase.to)];
    if (from === undefined || to === undefined || to < from) return [];
    const key = `${trace.id} ${phase.name}`;
    return [
      { key, label: phase.name, depth: depth + 1, start: ms(from), end: ms(to), phase, trace },
    ];
  });
  const steps = children
    .map((child) => toRows(child, depth + 1, origin))
    .filter((rows) => rows.length > 0);
  const parts = [...own.map((span) => [span]), ...steps];
  const firstStart = (rows: readonly Span[]) => rows[0]?.start ?? 0;
  return [whole, ...parts.sort((a, b) => firstStart(a) - firstStart(b)).flat()];
}
