import type { Advice, Evidence } from "../../main/contract/index.ts";
import { formatBytes, formatCount, formatDuration, formatPercent } from "../format/numbers.ts";
import type { Tone } from "../ui/badge.tsx";

export const tones: Record<Advice["severity"], Exclude<Tone, "neutral">> = {
  error: "bad",
  warning: "warn",
  info: "accent",
};

/** A figure with its unit. */
export function evidenceText({ value, unit }: Evidence): string {
  if (typeof value === "string") return value;
  switch (unit) {
    case "ms":
      return formatDuration(value);
    case "share":
      return formatPercent(value);
    case "perSecond":
      return `${formatCount(value)} req/s`;
    case "bytes":
      return formatBytes(value);
    case "items":
      return `${formatCount(value)} ${value === 1 ? "item" : "items"}`;
    default:
      return formatCount(value);
  }
}

/** Time range of the figures: "over 15 s, until 12:31:04". */
export function spanText({ from, to, current }: Advice, clock: (time: number) => string): string {
  const seconds = Math.max(1, Math.round((to - from) / 1000));
  return current
    ? `over the last ${seconds} s`
    : `over ${seconds} s until ${clock(to)}; not enough traffic since`;
}

export function countText(count: number): string {
  return count === 1 ? "1 finding" : `${count} findings`;
}
