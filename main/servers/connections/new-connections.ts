import { StatusError } from "../../../base/status-error.ts";
import type { Connection } from "./connection.ts";
import { primaryAddress } from "./endpoints.ts";

const MAX_CONNECTIONS = 50;

/** RESOURCE_EXHAUSTED if `more` don't fit next to the `count` that exist. */
export function requireRoom(count: number, more: number): void {
  const room = MAX_CONNECTIONS - count;
  if (more <= room) return;
  const advice =
    more === 1 ? "remove one first" : `${more} more are too many; ${room} can be added`;
  throw new StatusError(
    "RESOURCE_EXHAUSTED",
    `There are ${count} of at most ${MAX_CONNECTIONS} connections: ${advice}.`,
  );
}

/** The first connection of each address that isn't `used`. */
export function newConnections(
  listed: readonly Connection[],
  used: Iterable<string>,
): readonly Connection[] {
  const places = new Set(used);
  return listed.filter((connection) => {
    const place = primaryAddress(connection);
    return !places.has(place) && places.add(place);
  });
}
