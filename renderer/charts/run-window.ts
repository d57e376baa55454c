import { STATISTIC_COLORS } from "../figures/colors.ts";
import { formatCount, formatDuration } from "../format/numbers.ts";
import { count } from "../format/text.ts";
import type { ChartData } from "../ui/chart-export/chart-data.ts";
import type { Axis } from "./axis.ts";
import { secondsScale } from "./scale.ts";
import { withUnit } from "./axis.ts";
import type { Span } from "./samples.ts";

/** Requests that ended in a window of a run. */
export interface RunWindow {
  /** Its start, seconds; 0 is the start of the run or of its measured span, negative before it. */
  readonly t: number;
  readonly seconds: number;
  /** ms; null if nothing ended or there are not enough samples. */
  readonly p50: number | null;
  readonly p99: number | null;
  readonly max: number | null;
  readonly successes: number;
  readonly failures: number;
}

export interface RunEvent {
  /** Seconds from the run's beginning. */
  readonly t: number;
  readonly kind: "reload" | "config" | "lost" | "stall" | "note";
  readonly label: string;
}

export const latencyLines = [
  { key: "max", label: "max", color: STATISTIC_COLORS.max },
  { key: "p99", label: "p99", color: STATISTIC_COLORS.p99 },
  { key: "p50", label: "p50", color: STATISTIC_COLORS.p50 },
] as const;

export function secondsText(seconds: number): string {
  return seconds === 0 ? "0 s" : formatDuration(seconds * 1000);
}

/** An axis of a run's time: in seconds, and as 1:20 where it goes beyond a minute and a half. */
export function secondsAxis(span: Span, title: string): Axis {
  const scale = secondsScale(span);
  if (span[1] <= 90) return withUnit(title, "s", scale);
  const text = (seconds: number) => {
    const size = Math.abs(seconds);
    const whole = Math.floor(size);
    const rest = size - whole >= 1e-3 ? (size - whole).toFixed(1).slice(1) : "";
    const clock = `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}${rest}`;
    return seconds < 0 ? `−${clock}` : clock;
  };
  return { scale, text, title: `${title} (min:s)` };
}

export function formatWindow(window: RunWindow): string {
  return [
    `at ${secondsText(window.t)}`,
    ...latencyLines.map(({ key, label }) => `${label} ${formatDuration(window[key])}`),
    count(window.successes, "success", "successes"),
    count(window.failures, "failure"),
  ].join(", ");
}

/** Windows, each with its events. */
export function runWindowData(
  windows: readonly RunWindow[],
  events: readonly RunEvent[],
): ChartData {
  return {
    columns: [
      { key: "t", head: "Time", unit: "s" },
      { key: "seconds", head: "Length", unit: "s", numeric: true },
      { key: "p50", head: "p50", unit: "ms", numeric: true },
      { key: "p99", head: "p99", unit: "ms", numeric: true },
      { key: "max", head: "max", unit: "ms", numeric: true },
      { key: "successes", head: "Successes", numeric: true },
      { key: "failures", head: "Failures", numeric: true },
      { key: "events", head: "Events" },
    ],
    rows: windows.map(({ t, seconds, p50, p99, max, successes, failures }) => {
      const within = events
        .filter((event) => event.t >= t && event.t < t + seconds)
        .map(({ label }) => label)
        .join("; ");
      return {
        key: t,
        values: [t, seconds, p50, p99, max, successes, failures, within],
        cells: [
          secondsText(t),
          secondsText(seconds),
          ...[p50, p99, max].map(formatDuration),
          formatCount(successes),
          formatCount(failures),
          within,
        ],
      };
    }),
  };
}
