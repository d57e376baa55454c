export type { DomainHandlers, TopicSink } from "./handlers.ts";
export { joinDomains } from "./join-domains.ts";
export { RpcServer } from "./server.ts";
