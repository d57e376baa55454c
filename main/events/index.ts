export { type EventSink, HostEvents } from "./events.ts";
