import { frame } from "../../../engine/protocol/grpc/framing/frame.ts";
import { encodeRequestSet, type RequestSet } from "../inputs/generate.ts";
import { parseAddress } from "./address.ts";
import { GrpcConnection } from "./grpc-connection.ts";
import { GrpcLane } from "./grpc-lane.ts";
import { HttpLane } from "./http-lane.ts";
import type { Done, Lane } from "./lane.ts";
import type { RunSpec } from "./messages.ts";

/** Opens lanes to one server over one wire. */
export interface LaneOpener extends Disposable {
  open(done: Done): Lane;
}

export function laneOpener({ wire, address }: Pick<RunSpec, "wire" | "address">): LaneOpener {
  if (wire === "http") {
    const target = parseAddress(address, "address");
    return { open: (done) => new HttpLane(target, done), [Symbol.dispose]: () => {} };
  }
  parseAddress(address, "address");
  const connection = new GrpcConnection(address);
  return {
    open: (done) => new GrpcLane(connection, done),
    [Symbol.dispose]: () => connection[Symbol.dispose](),
  };
}

/** Requests that take turns, and how many of them are out at a time. */
export interface EncodedLoad {
  readonly requests: readonly Buffer[];
  readonly concurrency: number;
  readonly thinkMs: number;
}

function encode(set: RequestSet, { wire, address }: RunSpec): Buffer[] {
  const requests = encodeRequestSet(set, wire, address);
  return wire === "grpc" ? requests.map((message) => frame(message)) : requests;
}

/** Steps of an experiment differ in their concurrency alone: what the last run sent is kept for the next. */
let kept = new Map<string, Buffer[]>();

export function encodeLoads(spec: RunSpec): EncodedLoad[] {
  const sets = new Map<string, Buffer[]>();
  const loads = spec.loads.map(({ concurrency, thinkMs = 0, ...set }) => {
    const key = JSON.stringify([set, spec.wire, spec.address]);
    const requests = kept.get(key) ?? encode(set, spec);
    sets.set(key, requests);
    return { requests, concurrency, thinkMs };
  });
  kept = sets;
  return loads;
}
