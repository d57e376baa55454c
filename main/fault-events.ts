import { oneLine } from "../base/one-line.ts";
import type { Clock } from "../base/clock.ts";
import type { EventSink } from "./events/index.ts";
import { onFault, type Fault } from "../base/faults.ts";

/** The same fault again within this time is no other event, ms. */
const QUIET_MS = 10 * 60_000;
const MOST_REMEMBERED = 1000;
const MOST_TEXT = 500;
/** Lines of a stack, the message's own among them. */
const MOST_LINES = 50;

/**
 * Makes an event of each fault, which names its part, and a line of the log with where it came from. The same one again
 * within ten minutes is left out.
 */
export function reportFaults(
  events: EventSink,
  clock: Clock,
  log: (line: string) => void,
): Disposable {
  const emittedAt = new Map<string, number>();
  return onFault((fault) => {
    const message = describeFault(fault);
    const before = emittedAt.get(message);
    if (before !== undefined && clock.monotonic() - before < QUIET_MS) return;
    emittedAt.delete(message);
    emittedAt.set(message, clock.monotonic());
    const [oldest] = emittedAt.keys();
    if (emittedAt.size > MOST_REMEMBERED && oldest !== undefined) emittedAt.delete(oldest);
    events.emit({ level: "error", source: "host", message });
    if (fault.error instanceof Error && fault.error.stack) {
      log(`host: ${fault.error.stack.split("\n").slice(0, MOST_LINES).map(oneLine).join("\n")}`);
    }
  });
}

export function describeFault({ part, error }: Fault): string {
  const reason = error instanceof Error ? error.message : String(error);
  const shown = reason.slice(0, MOST_TEXT).replace(/\.$/, "");
  return `An error in ${part}: ${shown || "unknown"}. The other parts go on; report this as a bug if it repeats.`;
}
