import type { ExperimentStep, Percentile } from "../../../contract/index.ts";
import { loadWords as wordsOf } from "../../loads.ts";

/** Three or four significant digits, without an exponent where one can do without. */
export function figure(value: number | null | undefined): string {
  if (value === null || value === undefined) return "–";
  const size = Math.abs(value);
  if (size >= 1000) return Math.round(value).toLocaleString("en-US");
  return String(Number(value.toPrecision(size >= 100 ? 4 : 3)));
}

/** "8.91 (8.88 to 8.93)": the 95 % interval in parentheses. */
export function withInterval(percentile: Percentile | undefined): string {
  if (!percentile) return "–";
  const { value, low, high } = percentile;
  return low === high ? figure(value) : `${figure(value)} (${figure(low)} to ${figure(high)})`;
}

export const share = (value: number | null) => (value === null ? "–" : `${figure(value * 100)} %`);

/** ISO 8601 in UTC, to the second. */
export const instant = (ms: number | null) =>
  ms === null ? "–" : `${new Date(ms).toISOString().slice(0, 19).replace("T", " ")} UTC`;

export const loadWords = ({ load }: Pick<ExperimentStep, "load">): string => wordsOf(load);
