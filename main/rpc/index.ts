export type {
  AllHandlers,
  DomainHandlers,
  RequestHandler,
  RequestHandlers,
  TopicHandler,
  TopicHandlers,
  TopicSink,
} from "./handlers.ts";
export { RpcServer } from "./server.ts";
export { serveWebSocket, type WebSocketDoor } from "./web-socket-server.ts";
