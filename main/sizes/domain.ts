import type { sizeRequests } from "../contract/index.ts";
import type { DomainHandlers } from "../rpc/index.ts";
import type { ServerDirectory } from "../servers/index.ts";
import type { Sizes } from "./sizes.ts";

export function sizesDomain(
  servers: ServerDirectory,
  sizes: Sizes,
): DomainHandlers<keyof typeof sizeRequests> {
  const modelOf = async (of: { serverId: string; model: string }, signal: AbortSignal) => {
    const server = servers.get(of.serverId);
    return [server, await server.modelDetail(of.model, signal)] as const;
  };
  return {
    requests: {
      "sizes.get": async (of, signal) => sizes.get(...(await modelOf(of, signal))),
      "sizes.find": async (of, signal) => sizes.search(...(await modelOf(of, signal)), signal),
      "sizes.try": async ({ shapes, byInput, ...of }, signal) =>
        sizes.try(...(await modelOf(of, signal)), { shapes, byInput }, signal),
    },
    topics: {},
  };
}
