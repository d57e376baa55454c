import { fleetServerId, parseFleetServerId, type ShownLink } from "../../main/contract/index.ts";

/** Where a server's series are; a replica's link is its fleet's. Null where none was chosen. */
export function findLink(links: readonly ShownLink[] | null, serverId: string): ShownLink | null {
  const place = parseFleetServerId(serverId);
  const owner = place ? fleetServerId(place.fleet) : serverId;
  return links?.find((each) => each.serverId === owner) ?? null;
}
