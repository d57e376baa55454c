import type { sizeRequests } from "../contract/index.ts";
import type { DomainHandlers } from "../rpc/index.ts";
import type { ServerDirectory } from "../servers/index.ts";
import type { Db } from "../store/index.ts";
import { SizeStore } from "./size-store.ts";
import { Sizes, type SizesDeps } from "./sizes.ts";

interface SizesParts extends Omit<SizesDeps, "store"> {
  readonly servers: ServerDirectory;
  readonly db: Db;
}

interface SizesDomain extends DomainHandlers<keyof typeof sizeRequests> {
  readonly sizes: Sizes;
}

/** Sizes of dynamic dimensions with which models run; SPEC.md. */
export function startSizes({ servers, db, ...parts }: SizesParts): SizesDomain {
  const sizes = new Sizes({ ...parts, store: new SizeStore(db) });
  const findModel = async (of: { serverId: string; model: string }, signal: AbortSignal) => {
    const server = servers.get(of.serverId);
    return [server, await server.modelDetail(of.model, signal)] as const;
  };
  return {
    sizes,
    requests: {
      "sizes.get": async (of, signal) => sizes.get(...(await findModel(of, signal))),
      "sizes.find": async (of, signal) => sizes.search(...(await findModel(of, signal)), signal),
      "sizes.try": async ({ shapes, byInput, ...of }, signal) =>
        sizes.try(...(await findModel(of, signal)), { shapes, byInput }, signal),
    },
    topics: {},
  };
}
