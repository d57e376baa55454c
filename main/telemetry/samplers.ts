import type { Clock } from "../clock.ts";
import type { ServerDirectory } from "../servers/adapter.ts";
import { PerServer } from "../servers/per-server.ts";
import { Sampler } from "./sampler.ts";

/** A sampler for each server that has statistics; see {@link PerServer}. */
export class Samplers extends PerServer<Sampler> {
  constructor(servers: ServerDirectory, clock: Clock) {
    super(servers, "statistics", (server) => new Sampler(server, clock));
  }
}
