export { type ClientOptions, createClient, type HostTransport } from "./client.ts";
export { fromWireError, toWireError } from "./errors.ts";
export { type InMemoryPipe, inMemoryPipe } from "./in-memory.ts";
export { type EmitterPort, messagePortTransport, type WebPort } from "./message-port.ts";
export { connectWebSocket, TOKEN_PREFIX, WEB_SOCKET_PROTOCOL } from "./web-socket.ts";
