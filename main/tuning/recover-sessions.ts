import { StatusError } from "../../base/status-error.ts";
import type { EventSink } from "../events/index.ts";
import { brokenOff } from "./course.ts";
import type { SessionStore } from "./session-store.ts";

const ENDED = "The console ended during the measurement; try it again.";

/**
 * Sessions left measuring by an earlier host return to choosing. A failure is reported as an event: a full disk must not
 * keep the host from starting.
 */
export function recoverSessions(store: SessionStore, events: EventSink): void {
  const { sessions, unreadable } = store.list();
  const emit = (message: string) => events.emit({ level: "error", source: "tuning", message });
  for (const id of unreadable) emit(`Tuning session ${id} in the data directory can't be read.`);
  for (const session of sessions.filter(({ running }) => running !== null)) {
    try {
      store.save(brokenOff(session, ENDED));
    } catch (error) {
      emit(`Tuning session ${session.id} can't be recovered: ${StatusError.from(error).message}`);
    }
  }
}
