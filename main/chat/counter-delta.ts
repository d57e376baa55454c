import type { FigureId } from "../contract/index.ts";
import type { Observation, RawFigure } from "../servers/index.ts";
import { Exposition } from "../servers/kinds/index.ts";

/** What a server's counters grew by between two responses. */
export interface CounterDelta {
  /** Whether one request ended, and no other was there before or after; else why that cannot be said. */
  readonly alone: boolean;
  readonly why: string;
  /** Tokens found in the prefix cache; null where they are not counted. */
  readonly hits: number | null;
  readonly hitsSource: string;
  readonly queueMs: number | null;
  readonly prefillMs: number | null;
  readonly decodeMs: number | null;
}

/** vllm-project/vllm, vllm/v1/metrics/loggers.py. */
const QUEUE = "vllm:request_queue_time_seconds";
const PREFILL = "vllm:request_prefill_time_seconds";
const DECODE = "vllm:request_decode_time_seconds";

const TO_MS = 1000;

/** Requests that ended, well or not; null where they are not counted. */
export function endedRequests({ figures }: Observation): number | null {
  const counted = figures.flatMap((each) =>
    each.form === "rate" &&
    (each.figure === "requestsPerSecond" || each.figure === "failuresPerSecond")
      ? [each.total]
      : [],
  );
  return counted.length === 0 ? null : sum(counted);
}

/** Requests in queues and in work at that moment; null where they are not reported. */
export function presentRequests({ figures }: Observation): number | null {
  const gauges = (figure: FigureId) =>
    figures.flatMap((each) =>
      each.form === "gauge" && each.figure === figure ? [each.value] : [],
    );
  const running = gauges("running");
  return running.length === 0 ? null : sum([...running, ...gauges("waiting")]);
}

export async function counterDelta(before: Observation, after: Observation): Promise<CounterDelta> {
  const why = concurrentTrafficReason(before, after);
  const hits = countHits(before, after);
  const read = ({ exposition }: Observation) => Exposition.of(exposition ?? "", isWanted);
  const [was, is] = await Promise.all([read(before), read(after)]);
  return {
    alone: why === "",
    why,
    hits: hits?.tokens ?? null,
    hitsSource: hits?.source ?? "",
    queueMs: grownMs(was, is, QUEUE),
    prefillMs: grownMs(was, is, PREFILL),
    decodeMs: grownMs(was, is, DECODE),
  };
}

const isWanted = (name: string) => [QUEUE, PREFILL, DECODE].some((each) => name.startsWith(each));

/** "" where the request was alone. */
function concurrentTrafficReason(before: Observation, after: Observation): string {
  if (before.incarnation !== after.incarnation) return "The server restarted in the meantime.";
  const present = [presentRequests(before), presentRequests(after)];
  const [first, last] = [endedRequests(before), endedRequests(after)];
  if (present.includes(null) || first === null || last === null)
    return "The server doesn't report whether the request ran alone.";
  if (present.some((count) => count !== 0)) return "Other requests were there at the same time.";
  const ended = last - first;
  if (ended === 1) return "";
  if (ended < 1) return "The server's counters did not include the request yet.";
  return `The server ended ${ended} requests in the meantime, and its counters don't distinguish them.`;
}

/** Null where hits are not counted, or counted in blocks. */
function countHits(before: Observation, after: Observation) {
  const ratios = ({ figures }: Observation) =>
    figures.filter((each) => each.form === "ratio" && each.figure === "prefixCacheHitRate");
  const now = ratios(after);
  const source = now[0]?.source ?? "";
  if (now.length === 0 || source.includes("in blocks")) return null;
  const tokens = sum(now.map(readPart)) - sum(ratios(before).map(readPart));
  // Of "hits / queries" the former.
  return tokens < 0 ? null : { tokens, source: source.split(" / ")[0] ?? source };
}

const readPart = (figure: RawFigure) => (figure.form === "ratio" ? figure.part : 0);

/** What a histogram of seconds grew by, ms; null unless it counted one more. */
function grownMs(before: Exposition, after: Exposition, name: string): number | null {
  const grown = (part: string) => total(after, name + part) - total(before, name + part);
  return grown("_count") === 1 ? Math.max(0, grown("_sum") * TO_MS) : null;
}

const total = (exposition: Exposition, name: string) =>
  sum(exposition.samples(name).map(({ value }) => value));

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
