export { type EventSink, HostEvents, type NewEvent } from "./events.ts";
