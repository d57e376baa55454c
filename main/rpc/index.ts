export type { AllHandlers, DomainHandlers, TopicSink } from "./handlers.ts";
export { RpcServer } from "./server.ts";
export { serveWebSocket } from "./web-socket-server.ts";
