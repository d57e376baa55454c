import type { OverviewFrame } from "../../contract/index.ts";
import type { EventSink } from "../../events/index.ts";

/** Reports each model that is not served, once per reason. */
export class LoadFailures {
  readonly #events: EventSink;
  #reported = new Map<string, string>();

  constructor(events: EventSink) {
    this.#events = events;
  }

  see({ live, models }: Pick<OverviewFrame, "live" | "models">): void {
    if (!live) return;
    const reported = new Map<string, string>();
    for (const { name, reason } of models) {
      if (reason === null) continue;
      reported.set(name, reason);
      if (this.#reported.get(name) === reason) continue;
      const message = `Model '${name}' is not served: ${reason}`;
      this.#events.emit({ level: "error", source: "engine", message });
    }
    this.#reported = reported;
  }
}
