import type { Clock } from "../../../base/clock.ts";
import type { ServerDirectory } from "../../servers/adapter.ts";
import { PerServer } from "../../servers/per-server.ts";
import type { LastFrames } from "./last-frames.ts";
import { Sampler } from "./sampler.ts";

/** ms from the first answer of a server to the second, which gives the first rates. */
const FIRST_INTERVAL_MS = 200;

/** A sampler for each server that has statistics; see {@link PerServer}. */
export class Samplers extends PerServer<Sampler> {
  /** `keyOf` names a server and what it serves in `lastFrames`. */
  constructor(
    servers: ServerDirectory,
    clock: Clock,
    lastFrames?: LastFrames,
    keyOf = (serverId: string) => serverId,
  ) {
    super(servers, "statistics", (server) => {
      const memory = lastFrames?.memoryFor(() => keyOf(server.id));
      return new Sampler(server, clock, {
        firstIntervalMs: FIRST_INTERVAL_MS,
        ...(memory && { memory }),
      });
    });
  }
}
