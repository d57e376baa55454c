import { parseFleetServerId } from "../../main/contract/index.ts";

const aboutServer = /^\/$|^\/models(\/|$)|^\/(server|advice|tuning\/new|experiments\/new|deploy)$/;

/** Whether a screen shows the server looked at, and is empty without one. */
export const isAboutServer = (pathname: string): boolean => aboutServer.test(pathname);

/** Whether a screen shows many servers of its own: a fleet's, a cluster's. */
export const isOfMany = (pathname: string): boolean =>
  /^\/(fleets|kubernetes)(\/|$)/.test(pathname);

/** The fleet a screen is about, by its id. */
export function fleetIdIn(pathname: string): number | null {
  const id = /^\/fleets\/(\d+)$/.exec(pathname)?.[1];
  return id === undefined ? null : Number(id);
}

/** The fleet that a replica belongs to, by the replica's id as a server: "fleet-3/gpu-7:8001". */
export function fleetOfReplica(serverId: string): number | null {
  const parts = parseFleetServerId(serverId);
  return parts && parts.key !== null ? parts.fleet : null;
}
