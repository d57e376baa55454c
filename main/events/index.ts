export { eventMigrations, EventStore } from "./event-store.ts";
export { type EventSink, HostEvents, type NewEvent } from "./events.ts";
export { KeptEvents } from "./kept-events.ts";
