import type { HostEvent } from "../../main/contract/index.ts";

const KEPT = 2000;

/**
 * Adds new events to known ones. Each subscription starts with all events so far, which are known already after a
 * reconnection; after a restart of the host ids start again with later times.
 */
export function foldEvents(
  known: readonly HostEvent[],
  emitted: readonly HostEvent[],
): readonly HostEvent[] {
  const seen = new Set(known.map((event) => `${event.time} ${event.id}`));
  const fresh = emitted.filter((event) => !seen.has(`${event.time} ${event.id}`));
  if (fresh.length === 0) return known;
  return [...known, ...fresh].sort((a, b) => a.time - b.time).slice(-KEPT);
}
