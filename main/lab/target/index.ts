export { ChatTarget } from "./chat-target.ts";
export type { MeasuredServer } from "./measured-server.ts";
export { openTarget } from "./target.ts";
