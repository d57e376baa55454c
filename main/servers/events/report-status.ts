import type { Clock } from "../../../base/clock.ts";
import type { ServerStatus } from "../../contract/index.ts";
import type { HostEvents, NewEvent } from "../../events/index.ts";
import type { ServerDirectory } from "../adapter.ts";
import { formatSpan } from "./format-span.ts";

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

type Change = Pick<NewEvent, "level" | "message">;

/** Turns a server's states into events: each change once, no retry that changes nothing. */
class StatusEvents {
  /** ms since the epoch; null before the first response over the current connection. */
  #answersSince: number | null = null;
  #silentSince: number | null = null;
  /** Reported reasons of the current outage: a server that alternates between two reasons reports each once. */
  readonly #seen = new Set<string>();

  /** Null: nothing new. `now`: ms since the epoch. */
  see(status: ServerStatus, now: number): Change | null {
    switch (status.state) {
      case "live":
        return this.#answers(status, now);
      case "stale":
        return this.#silent("stale", now, {
          level: "warning",
          message: `${status.name} ${this.#stale(now)}: ${formatReason(status)}`,
        });
      case "failed":
        return this.#silent(`failed ${status.reason}`, now, {
          level: "error",
          message: `${status.name} can't be used${this.#before(now)}: ${formatReason(status)}`,
        });
      case "starting":
        this.#forget();
        return null;
      default:
        return null;
    }
  }

  #answers({ name }: ServerStatus, now: number): Change | null {
    if (this.#silentSince === null && this.#answersSince !== null) return null;
    const known = this.#answersSince !== null;
    const after = this.#silentSince === null ? "" : ` after ${formatSpan(now - this.#silentSince)}`;
    this.#forget();
    this.#answersSince = now;
    return { level: "info", message: `${name} answers${known ? " again" : ""}${after}.` };
  }

  #silent(what: string, now: number, seen: Change): Change | null {
    this.#silentSince ??= now;
    if (this.#seen.has(what)) return null;
    this.#seen.add(what);
    return seen;
  }

  #stale(now: number): string {
    if (this.#answersSince === null) return "does not answer";
    if (this.#silentSince !== null) return `does not answer${this.#before(now)}`;
    return `was lost, having answered for ${formatSpan(now - this.#answersSince)}`;
  }

  #before(now: number): string {
    if (this.#silentSince === null) return "";
    return `, and has not answered for ${formatSpan(now - this.#silentSince)}`;
  }

  #forget(): void {
    this.#answersSince = null;
    this.#silentSince = null;
    this.#seen.clear();
  }
}

function formatReason({ reason }: ServerStatus): string {
  return reason ?? "it gives no reason.";
}
