import { fleetServerId, parseFleetServerId, type ShownLink } from "../../../main/contract/index.ts";

/** The series chosen for a server; a replica's link is its fleet's. Null if none was chosen. */
export function findLink(links: readonly ShownLink[] | null, serverId: string): ShownLink | null {
  const place = parseFleetServerId(serverId);
  const owner = place ? fleetServerId(place.fleet) : serverId;
  return links?.find((each) => each.serverId === owner) ?? null;
}
