import type { TopicName } from "../contract/index.ts";

/** How often pages get updates; while a measurement on this machine is on, seldom. */
export interface Pace {
  readonly isQuiet: boolean;
}

/** Topics of live figures, which pages draw: in quiet mode a page gets the first event and no other. */
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

/** Between two events of any other topic in quiet mode, ms. */
const QUIET_MS = 1000;

/** How long an event of a topic has to wait, ms. `lastSent`: ms ago; null: none was sent. */
export function delayMs(pace: Pace, topic: string, lastSent: number | null): number {
  if (!pace.isQuiet || lastSent === null) return 0;
  return liveFigures.has(topic) ? QUIET_MS : Math.max(0, QUIET_MS - lastSent);
}
