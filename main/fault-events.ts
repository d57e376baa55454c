import { oneLine } from "../base/one-line.ts";
import { Repeats } from "../base/repeats.ts";
import type { Clock } from "../base/clock.ts";
import type { EventSink } from "./events/index.ts";
import { onFault, type Fault } from "../base/faults.ts";

const MAX_TEXT = 500;
/** Lines of a stack, the message's own among them. */
const MAX_LINES = 50;

/**
 * Makes an event of each fault, which names its part, and a line of the log with where it came from. The same one again
 * within ten minutes is left out.
 */
export function reportFaults(
  events: EventSink,
  clock: Clock,
  log: (line: string) => void,
): Disposable {
  const repeats = new Repeats();
  return onFault((fault) => {
    const message = describeFault(fault);
    if (!repeats.isNew(message, clock.monotonic())) return;
    events.emit({ level: "error", source: "host", message });
    if (fault.error instanceof Error && fault.error.stack) {
      log(`host: ${fault.error.stack.split("\n").slice(0, MAX_LINES).map(oneLine).join("\n")}`);
    }
  });
}

export function describeFault({ part, error }: Fault): string {
  const reason = error instanceof Error ? error.message : String(error);
  const shown = reason.slice(0, MAX_TEXT).replace(/\.$/, "");
  return `An error in ${part}: ${shown || "unknown"}. The other parts go on; report this as a bug if it repeats.`;
}
