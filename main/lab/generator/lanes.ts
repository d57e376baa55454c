import { GrpcConnection } from "./grpc-connection.ts";
import { GrpcLane } from "./grpc-lane.ts";
import { GrpcStreamLane } from "./grpc-stream-lane.ts";
import { HttpLane, statusOfHttp } from "./http-lane.ts";
import type { Done, Lane, LaneOpener, WireRequest } from "./lane.ts";
import type { RunSpec } from "./messages.ts";
import { socketsTo } from "./sockets.ts";
import { TokenStream } from "./token-stream.ts";

type LaneSpec = Pick<RunSpec, "wire" | "target" | "streamed">;

/** Lanes to the server of a run. INVALID_ARGUMENT for unusable certificates, key or headers. */
export async function laneOpener(spec: LaneSpec): Promise<LaneOpener> {
  return withDeadlines(await openLanes(spec));
}

async function openLanes({ wire, target, streamed }: LaneSpec): Promise<LaneOpener> {
  switch (wire) {
    case "http": {
      const connect = socketsTo(target);
      return { open: (done) => new HttpLane(connect, done), [Symbol.dispose]() {} };
    }
    case "openai": {
      const connect = socketsTo(target);
      const stream = () =>
        streamed ? new TokenStream(() => performance.now(), statusOfHttp) : null;
      return { open: (done) => new HttpLane(connect, done, stream()), [Symbol.dispose]() {} };
    }
    case "grpc-js": {
      // Loaded only where it is needed.
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

/** A lane that abandons a request at its deadline, whatever the server does about it. */
class TimedLane implements Lane {
  readonly #lane: Lane;
  readonly #done: Done;
  #timer: NodeJS.Timeout | null = null;

  constructor(opener: LaneOpener, done: Done) {
    this.#done = done;
    this.#lane = opener.open((outcome, lost, figures) => {
      this.#clear();
      done(outcome, lost, figures);
    });
  }

  send(request: WireRequest): void {
    const { deadlineMs } = request;
    if (deadlineMs !== null) this.#timer = setTimeout(() => this.#passed(deadlineMs), deadlineMs);
    this.#lane.send(request);
  }

  giveUp(): void {
    this.#clear();
    this.#lane.giveUp();
  }

  close(): void {
    this.#clear();
    this.#lane.close();
  }

  #passed(deadlineMs: number): void {
    this.#timer = null;
    this.#lane.giveUp();
    this.#done(
      {
        status: "DEADLINE_EXCEEDED",
        message: `no response within the deadline of ${deadlineMs} ms`,
      },
      false,
    );
  }

  #clear(): void {
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#timer = null;
  }
}

function withDeadlines(opener: LaneOpener): LaneOpener {
  return {
    open: (done) => new TimedLane(opener, done),
    [Symbol.dispose]: () => opener[Symbol.dispose](),
  };
}
