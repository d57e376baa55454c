import type { Clock } from "../../../base/clock.ts";
import type { ServerStatus } from "../../contract/index.ts";
import type { HostEvents } from "../../events/index.ts";
import type { ServerDirectory } from "../adapter.ts";
import { StatusEvents } from "./status-events.ts";

interface Parts {
  readonly events: HostEvents;
  readonly clock: Clock;
  /** Attached servers are reported by their own domain. */
  readonly concerns: (id: string) => boolean;
}

/** Reports when a listed server is lost, denies access or responds again, as an event and a mark on its charts. */
export function reportStatus(servers: ServerDirectory, parts: Parts): Disposable {
  const { events, clock, concerns } = parts;
  const watched = new Map<string, Disposable>();
  const watch = () => {
    const listed = servers.list().filter(({ id }) => concerns(id));
    const ids = new Set(listed.map(({ id }) => id));
    for (const [id, watching] of watched) {
      if (ids.has(id)) continue;
      watching[Symbol.dispose]();
      watched.delete(id);
    }
    for (const server of listed) {
      if (watched.has(server.id)) continue;
      const about = events.about(server.id);
      const answering = new StatusEvents();
      const see = (status: ServerStatus) => {
        const event = answering.see(status, clock.now());
        if (event) about.emit({ ...event, source: "servers", mark: { kind: "connection" } });
      };
      watched.set(server.id, server.onStatus(see));
      see(server.status);
    }
  };
  const changes = servers.onChanged(watch);
  watch();
  return {
    [Symbol.dispose]() {
      changes[Symbol.dispose]();
      for (const watching of watched.values()) watching[Symbol.dispose]();
      watched.clear();
    },
  };
}
