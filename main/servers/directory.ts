import { StatusError } from "../../base/status-error.ts";
import type { ServerAdapter, ServerDirectory } from "./adapter.ts";

/** Servers that never change. */
export function serverDirectory(servers: readonly ServerAdapter[]): ServerDirectory {
  return {
    list: () => servers,
    get: (id) => findServer(servers, id),
    onChanged: () => ({ [Symbol.dispose]: () => {} }),
  };
}

/** NOT_FOUND lists the known ids. */
export function findServer<T extends ServerAdapter>(servers: readonly T[], id: string): T {
  const found = servers.find((server) => server.id === id);
  if (found) return found;
  const known = servers.map((server) => `'${server.id}'`).join(", ");
  throw new StatusError("NOT_FOUND", `There is no server '${id}'; there is ${known}.`);
}
