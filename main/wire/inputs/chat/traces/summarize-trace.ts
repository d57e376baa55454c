import {
  type RequestTrace,
  type RequestTraceSummary,
  TRACE_BLOCK_TOKENS,
} from "../../../../contract/index.ts";
import { partSessions } from "./part-sessions.ts";
import { type Trace, type TracePart, tracePart } from "./trace.ts";

/** Equal parts of the time for which arrivals are counted. */
const BINS = 60;

export function summarizeTrace(
  trace: Trace,
  planned: Pick<RequestTrace, "path" | "from" | "until">,
): RequestTraceSummary {
  const { format, sha256, bytes, at, inputTokens, outputTokens, conversations } = trace;
  const part = tracePart(trace, planned);
  const { first, end } = part;
  return {
    format,
    sha256,
    bytes,
    requests: trace.found ?? inputTokens.length,
    seconds: at === null ? null : (at.at(-1) as number) / 1000,
    skipped: [...trace.skipped],
    part: {
      requests: end - first,
      seconds: part.seconds,
      inputTokens: summarize(inputTokens.subarray(first, end)),
      outputTokens: summarizeKnown(outputTokens.subarray(first, end)),
      estimated: conversations !== null || trace.format === "aiperf",
      arrivals: at && arrivals(at, part, planned.from * 1000),
      peakPerSecond: at && peakPerSecond(at.subarray(first, end)),
      reusedShare: reusedShare(trace, part),
      ...turns(trace, part),
    },
  };
}

function summarize(tokens: Uint32Array): RequestTraceSummary["part"]["inputTokens"] {
  const sorted = tokens.slice().sort();
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] as number;
  const sum = sorted.reduce((total, each) => total + each, 0);
  return { mean: sum / sorted.length, p50: at(0.5), p90: at(0.9), max: at(1) };
}

/** Null where no request has a length of its answer. */
function summarizeKnown(tokens: Uint32Array): RequestTraceSummary["part"]["outputTokens"] {
  const known = tokens.filter((each) => each > 0);
  return known.length === 0 ? null : { ...summarize(known), missing: tokens.length - known.length };
}

function turns(
  trace: Trace,
  part: TracePart,
): Pick<RequestTraceSummary["part"], "sessions" | "turns"> {
  const { conversations } = trace;
  if (conversations !== null) {
    const recorded = conversations.slice(part.first, part.end);
    return { sessions: null, turns: turnSummary(recorded.map((each) => each.turns.length)) };
  }
  const grouped = partSessions(trace, part);
  if (grouped === null) return { sessions: null, turns: null };
  const { starts } = grouped;
  const lengths = Array.from(starts.subarray(1), (end, i) => end - (starts[i] as number));
  return { sessions: lengths.length, turns: turnSummary(lengths) };
}

function turnSummary(turns: readonly number[]): { mean: number; max: number } {
  const sum = turns.reduce((total, each) => total + each, 0);
  return { mean: sum / turns.length, max: turns.reduce((most, each) => Math.max(most, each), 0) };
}

function arrivals(at: Float64Array, { first, end, seconds }: TracePart, fromMs: number): number[] {
  const counts = Array.from({ length: BINS }, () => 0);
  const binMs = ((seconds ?? 1) * 1000) / BINS;
  for (let i = first; i < end; i++) {
    const bin = Math.min(BINS - 1, Math.floor(((at[i] as number) - fromMs) / binMs));
    counts[bin] = (counts[bin] as number) + 1;
  }
  return counts;
}

/** In any second, wherever it begins. */
function peakPerSecond(at: Float64Array): number {
  let peak = 0;
  let from = 0;
  at.forEach((ms, i) => {
    while (ms - (at[from] as number) >= 1000) from += 1;
    peak = Math.max(peak, i - from + 1);
  });
  return peak;
}

/** What an endless prefix cache would hit. */
function reusedShare({ blocks, inputTokens }: Trace, { first, end }: TracePart): number | null {
  if (blocks === null) return null;
  const seen = new Set<number>();
  let reused = 0;
  let all = 0;
  for (let i = first; i < end; i++) {
    const ids = blocks.ids.subarray(blocks.starts[i], blocks.starts[i + 1]);
    const tokens = inputTokens[i] as number;
    const fresh = ids.findIndex((id) => !seen.has(id));
    reused += Math.min(tokens, (fresh === -1 ? ids.length : fresh) * TRACE_BLOCK_TOKENS);
    all += tokens;
    for (const id of ids) seen.add(id);
  }
  return reused / all;
}
