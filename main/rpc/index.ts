export type { AllHandlers } from "./handlers.ts";
export { isSameSecret } from "../../engine/protocol/same-secret.ts";
export { RpcServer } from "./server.ts";
export { serveWebSocket } from "./web-socket-server.ts";
