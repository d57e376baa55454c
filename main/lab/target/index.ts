export { ChatTarget } from "./chat-target.ts";
export { type MeasuredServer, openTarget } from "./target.ts";
