import { parseAddress } from "./address.ts";
import { GrpcConnection } from "./grpc-connection.ts";
import { GrpcLane } from "./grpc-lane.ts";
import { HttpLane } from "./http-lane.ts";
import type { LaneOpener } from "./lane.ts";
import type { RunSpec } from "./messages.ts";
import { withDeadlines } from "./timed-lane.ts";

/** Lanes to the server of a run. INVALID_ARGUMENT where its address is none. */
export function laneOpener({ wire, address }: Pick<RunSpec, "wire" | "address">): LaneOpener {
  const target = parseAddress(address, "address");
  if (wire === "http") {
    return withDeadlines({ open: (done) => new HttpLane(target, done), [Symbol.dispose]() {} });
  }
  const connection = new GrpcConnection(address);
  return withDeadlines({
    open: (done) => new GrpcLane(connection, done),
    [Symbol.dispose]: () => connection[Symbol.dispose](),
  });
}
