import { StatusError } from "../../base/status-error.ts";
import type { EventSink } from "../events/index.ts";
import { brokenOff } from "./course.ts";
import type { SessionStore } from "./session-store.ts";

const ENDED = "The console ended while it was measured; try it again.";

/**
 * What an earlier host left measuring goes on choosing. Where that fails it is reported as an event: a disk that is full must
 * not keep the host from starting.
 */
export function recoverSessions(store: SessionStore, events: EventSink): void {
  const { sessions, unreadable } = store.list();
  const emit = (message: string) => events.emit({ level: "error", source: "tuning", message });
  for (const id of unreadable) emit(`Tuning session ${id} in the data directory cannot be read.`);
  for (const session of sessions.filter(({ running }) => running !== null)) {
    try {
      store.save(brokenOff(session, ENDED));
    } catch (error) {
      emit(`Tuning session ${session.id} cannot be taken up: ${StatusError.from(error).message}`);
    }
  }
}
