import type { ExperimentStep } from "../../contract/index.ts";
import type { Stamp } from "./reference-server.ts";

/** The figures of a measured span by the server's own time stamps; times in ms, rates per second. */
export interface ReferenceFigures {
  readonly throughput: number;
  readonly p50: number;
  readonly p99: number;
  readonly rejected: number;
}

/** ms since the epoch of the monotonic instant 0. */
const epoch = performance.timeOrigin + performance.now() - Number(process.hrtime.bigint()) / 1e6;

/**
 * Throughput: responses within the span. Everything else: open loop of arrivals within it; closed loop of responses.
 */
export function computeReference(
  stamps: readonly Stamp[],
  { startedAt, seconds }: Pick<ExperimentStep, "startedAt" | "seconds">,
  loop: "open" | "closed",
): ReferenceFigures {
  const from = startedAt - epoch;
  const until = from + seconds * 1000;
  const within = stamps.filter(({ arrived, done }) => {
    const at = loop === "open" ? arrived : done;
    return at >= from && at < until;
  });
  const answered = stamps.filter(({ done, ok }) => ok && done >= from && done < until);
  const latencies = within
    .filter(({ ok }) => ok)
    .map(({ arrived, done }) => done - arrived)
    .sort((a, b) => a - b);
  return {
    throughput: answered.length / seconds,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    rejected: within.length - latencies.length,
  };
}

/** The smallest value that this share does not exceed. */
function quantile(ascending: readonly number[], share: number): number {
  return ascending[Math.max(0, Math.ceil(share * ascending.length) - 1)] ?? Number.NaN;
}
