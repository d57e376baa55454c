import { StatusError } from "../../engine/protocol/status.ts";
import type { ServerAdapter, ServerDirectory } from "./adapter.ts";

export function serverDirectory(servers: readonly ServerAdapter[]): ServerDirectory {
  return {
    list: () => servers,
    get(id) {
      const found = servers.find((server) => server.id === id);
      if (found) return found;
      const known = servers.map((server) => `'${server.id}'`).join(", ");
      throw new StatusError("NOT_FOUND", `There is no server '${id}'; there is ${known}.`);
    },
  };
}
