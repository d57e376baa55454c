export type { AllHandlers } from "./handlers.ts";
export { isSameSecret } from "./same-secret.ts";
export { RpcServer } from "./server.ts";
export { serveWebSocket } from "./web-socket-server.ts";
