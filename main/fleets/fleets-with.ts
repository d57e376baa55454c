import type { ModelUsage } from "../contract/index.ts";
import type { ServerAdapter } from "../servers/index.ts";
import type { Fleet } from "./fleet.ts";

/** The fleets of which `server` is a replica that has `model`, also where the server is connected on its own. */
export function fleetsWith(
  fleets: readonly Fleet[],
  server: ServerAdapter,
  model: string,
): ModelUsage["fleets"] {
  return fleets.flatMap(({ id, name, replicas }) => {
    const replica = replicas.find(
      (each) =>
        isSamePlace(each.server, server) && each.models.some((known) => known.name === model),
    );
    return replica ? [{ id, name, replica: replica.member.name }] : [];
  });
}

function isSamePlace(a: ServerAdapter, b: ServerAdapter): boolean {
  if (a.id === b.id) return true;
  const [one, other] = [a.status.endpoints, b.status.endpoints];
  if (!one || !other) return false;
  const sameGrpc = one.grpc !== "" && one.grpc === other.grpc;
  return sameGrpc || (one.http !== "" && one.http === other.http);
}
