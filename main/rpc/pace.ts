import type { TopicName } from "../contract/index.ts";

/** How often pages get updates; rarely during a measurement on this machine. */
export interface Pace {
  readonly isQuiet: boolean;
}

/** Topics of live figures, which pages draw: in quiet mode a page only gets the first event. */
const liveFigures: ReadonlySet<string> = new Set<TopicName>([
  "advisor.machine",
  "fleets.grid",
  "fleets.totals",
  "observed.frame",
  "observed.intervals",
  "observed.trend",
  "telemetry.batches",
  "telemetry.overview",
  "telemetry.state",
  "traces.live",
]);

/** Minimum time between two events of other topics in quiet mode, ms. */
const QUIET_MS = 1000;

/** How long an event of a topic has to wait, ms. `lastSent`: age of the last one in ms; null: none. */
export function delayMs(pace: Pace, topic: string, lastSent: number | null): number {
  if (!pace.isQuiet || lastSent === null) return 0;
  return liveFigures.has(topic) ? QUIET_MS : Math.max(0, QUIET_MS - lastSent);
}
