export type { ServerAdapter, ServerCapabilities, ServerDirectory } from "./adapter.ts";
export { serverDirectory } from "./directory.ts";
export { serversDomain } from "./domain.ts";
export { EMBEDDED_ID, EmbeddedServer } from "./embedded.ts";
export { type TritonAddress, TritonAdapter } from "./triton-adapter.ts";
