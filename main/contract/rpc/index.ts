export { createClient, type HostTransport } from "./client.ts";
export { inMemoryPipe } from "./in-memory.ts";
export { messagePortTransport } from "./message-port.ts";
export { connectWebSocket } from "./web-socket.ts";
