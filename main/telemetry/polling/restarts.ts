import type { EventSink } from "../../events/index.ts";
import type { ServerAdapter } from "../../servers/index.ts";
import type { Observers } from "./observers.ts";

/** Reports each restart of the servers for which `concerns` is true; others are reported by their own domain. */
export function reportRestarts(
  observers: Observers,
  events: EventSink,
  concerns: (server: ServerAdapter) => boolean,
): Disposable {
  return observers.onSeen(({ observer: { server }, seen }) => {
    if (!seen.live || !seen.delta.restarted || !concerns(server)) return;
    server.noteRestart?.(seen.t);
    events.emit({
      level: "warning",
      source: "servers",
      message: `${server.status.name} restarted, or another server took its place.`,
      mark: { kind: "restart", serverId: server.id },
    });
  });
}
