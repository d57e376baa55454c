import { GrpcConnection } from "./grpc-connection.ts";
import { GrpcLane } from "./grpc-lane.ts";
import { GrpcStreamLane } from "./grpc-stream-lane.ts";
import { HttpLane, statusOfHttp } from "./http-lane.ts";
import type { LaneOpener } from "./lane.ts";
import type { RunSpec } from "./messages.ts";
import { socketsTo } from "./sockets.ts";
import { TokenStream } from "./token-stream.ts";
import { withDeadlines } from "./timed-lane.ts";

/** Lanes to the server of a run. INVALID_ARGUMENT where its certificates, key or headers cannot be used. */
export async function laneOpener(spec: Pick<RunSpec, "wire" | "target">): Promise<LaneOpener> {
  return withDeadlines(await lanesOf(spec));
}

async function lanesOf({ wire, target }: Pick<RunSpec, "wire" | "target">): Promise<LaneOpener> {
  switch (wire) {
    case "http": {
      const connect = socketsTo(target);
      return { open: (done) => new HttpLane(connect, done), [Symbol.dispose]() {} };
    }
    case "openai": {
      const connect = socketsTo(target);
      const stream = () => new TokenStream(() => performance.now(), statusOfHttp);
      return { open: (done) => new HttpLane(connect, done, stream()), [Symbol.dispose]() {} };
    }
    case "grpc-js": {
      // No one else pays for loading it.
      const { grpcJsLanes } = await import("./grpc-js-lane.ts");
      return grpcJsLanes(target);
    }
    case "grpc":
    case "grpc-stream": {
      const connection = new GrpcConnection(target);
      return {
        open: (done) =>
          wire === "grpc" ? new GrpcLane(connection, done) : new GrpcStreamLane(connection, done),
        [Symbol.dispose]: () => connection[Symbol.dispose](),
      };
    }
  }
}
