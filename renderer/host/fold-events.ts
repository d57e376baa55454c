import type { HostEvent } from "../../main/contract/index.ts";

const KEPT = 2000;

/**
 * Adds what a host reports to what it sent before. Each subscription begins with all events so far; after a
 * reconnection those are known already, and after a restart of the host ids begin again with later times.
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
