/** A fleet as a whole among servers, e.g. "fleet-3". */
export const fleetServerId = (fleet: number): string => `fleet-${fleet}`;

/** A replica of a fleet among servers, e.g. "fleet-3/gpu-7:8001". */
export const replicaServerId = (fleet: number, key: string): string => `fleet-${fleet}/${key}`;

/** The fleet and, where the id is a replica's, its key; null for a server of no fleet. */
export function parseFleetServerId(
  serverId: string,
): { readonly fleet: number; readonly key: string | null } | null {
  const [, fleet, key = null] = /^fleet-(\d+)(?:\/(.+))?$/.exec(serverId) ?? [];
  return fleet === undefined ? null : { fleet: Number(fleet), key };
}
