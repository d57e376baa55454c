import type { ServerState, ServerStatus } from "../../main/contract/index.ts";
import { describeServerState } from "../host/server-state.ts";
import { productName } from "../host/kinds.tsx";

/** Servers whose name, kind, version, state or addresses contain every word of a search. */
export function filterServers(servers: readonly ServerStatus[], search: string): ServerStatus[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return servers.filter((server) => {
    const { name, version, endpoints } = server;
    const text = [
      name,
      productName(server),
      version,
      describeServerState(server).words,
      ...Object.values(endpoints ?? {}),
    ]
      .join("\n")
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

const FAILING: readonly ServerState[] = ["failed", "stale", "restarting", "stopped"];

const rank = ({ state }: ServerStatus) => {
  const place = FAILING.indexOf(state);
  return place === -1 ? FAILING.length : place;
};

/**
 * Failing servers first; otherwise in the same order. A server that was just connected stays in its place when it becomes live, so
 * that a click on it isn't lost.
 */
export function failingFirst(servers: readonly ServerStatus[]): ServerStatus[] {
  return servers.toSorted((a, b) => rank(a) - rank(b));
}

/** Number of servers by state, failing states first: ["failed", 2]. */
export function countStates(servers: readonly ServerStatus[]): [state: string, count: number][] {
  const states = Map.groupBy(failingFirst(servers), (server) => describeServerState(server).short);
  return [...states].map(([state, of]) => [state, of.length]);
}

/** "5 servers: 3 live, 1 stale, 1 failed." */
export function describeStates(servers: readonly ServerStatus[]): string {
  const states = Map.groupBy(servers, (server) => describeServerState(server).short);
  const parts = [...states].map(([state, of]) => `${of.length} ${state}`);
  return `${servers.length} ${servers.length === 1 ? "server" : "servers"}: ${parts.join(", ")}`;
}
