import { parseAddress } from "./address.ts";
import { GrpcConnection } from "./grpc-connection.ts";
import { GrpcLane } from "./grpc-lane.ts";
import { GrpcStreamLane } from "./grpc-stream-lane.ts";
import { HttpLane } from "./http-lane.ts";
import type { LaneOpener } from "./lane.ts";
import type { RunSpec } from "./messages.ts";
import { withDeadlines } from "./timed-lane.ts";

/** Lanes to the server of a run. INVALID_ARGUMENT where its address is none. */
export async function laneOpener(spec: Pick<RunSpec, "wire" | "address">): Promise<LaneOpener> {
  return withDeadlines(await lanesOf(spec));
}

async function lanesOf({ wire, address }: Pick<RunSpec, "wire" | "address">): Promise<LaneOpener> {
  const target = parseAddress(address, "address");
  switch (wire) {
    case "http":
      return { open: (done) => new HttpLane(target, done), [Symbol.dispose]() {} };
    case "grpc-js": {
      // Nobody else pays for loading it.
      const { grpcJsLanes } = await import("./grpc-js-lane.ts");
      return grpcJsLanes(address);
    }
    case "grpc":
    case "grpc-stream": {
      const connection = new GrpcConnection(address);
      return {
        open: (done) =>
          wire === "grpc" ? new GrpcLane(connection, done) : new GrpcStreamLane(connection, done),
        [Symbol.dispose]: () => connection[Symbol.dispose](),
      };
    }
  }
}
