import { parseFleetServerId } from "../../main/contract/index.ts";

const aboutServer = /^\/$|^\/models(\/|$)|^\/(server|advice|tuning\/new|experiments\/new|deploy)$/;

/** Whether a screen is about the selected server, and empty without one. */
export const isAboutServer = (pathname: string): boolean => aboutServer.test(pathname);

/** Whether a screen shows several servers of its own: a fleet's, a cluster's. */
export const showsManyServers = (pathname: string): boolean =>
  /^\/(fleets|kubernetes)(\/|$)/.test(pathname);

/** Id of the fleet in a screen's path. */
export function fleetIdIn(pathname: string): number | null {
  const id = /^\/fleets\/(\d+)$/.exec(pathname)?.[1];
  return id === undefined ? null : Number(id);
}

/** The fleet of a replica, by the replica's id as a server: "fleet-3/gpu-7:8001". */
export function fleetOfReplica(serverId: string): number | null {
  const parts = parseFleetServerId(serverId);
  return parts && parts.key !== null ? parts.fleet : null;
}
