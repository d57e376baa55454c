import type {
  ExperimentStep,
  LatencySummary,
  Objective,
  Percentile,
} from "../../main/contract/index.ts";
import { decodeHistogram, percentileWithInterval } from "../../main/lab/measuring.ts";

/** Any percentile with its interval, ms; null where the sample does not support it. */
export function percentileOf({ histogram }: LatencySummary, percentile: number): Percentile {
  const found = percentileWithInterval(decodeHistogram(histogram), percentile);
  return found && { value: found.value / 1000, low: found.low / 1000, high: found.high / 1000 };
}

/** What stands for latency, ms: the percentile, or with null the average. `of`: what an objective bounds. */
export function latencyFigure(
  { response: whole, chat }: ExperimentStep,
  percentile: number | null,
  of: Objective["of"] = "response",
): number | null {
  const response = of === "firstToken" && chat ? chat.firstToken : whole;
  return percentile === null ? response.mean : (percentileOf(response, percentile)?.value ?? null);
}

const micros = (ms: number) => Math.round(ms * 1000);

/** perf_analyzer's unit. */
export const usec = (ms: number | null) => (ms === null ? "-" : `${micros(ms)}`);

/** "8931 usec (95 % interval 8887 to 8959)" */
export function withInterval(percentile: Percentile): string {
  if (!percentile) return "too few requests";
  const { value, low, high } = percentile;
  return `${micros(value)} usec (95 % interval ${micros(low)} to ${micros(high)})`;
}

export const rate = (value: number) => value.toFixed(value < 100 ? 2 : 1);
