import type { Clock } from "../../../base/clock.ts";
import { PerServer, type ServerDirectory } from "../../servers/index.ts";
import type { Observers } from "../polling/observers.ts";
import type { LastFrames } from "./last-frames.ts";
import { Sampler } from "./sampler.ts";

interface SamplersOptions {
  readonly servers: ServerDirectory;
  readonly observers: Observers;
  readonly clock: Clock;
  readonly lastFrames?: LastFrames;
  /** Identifies a server and its repository in `lastFrames`. */
  readonly keyFor?: (serverId: string) => string;
}

/** A sampler for each server with statistics; see {@link PerServer}. */
export class Samplers extends PerServer<Sampler> {
  constructor({ servers, observers, clock, lastFrames, keyFor = (id) => id }: SamplersOptions) {
    super(servers, "statistics", ({ id }) => {
      const memory = lastFrames?.memoryFor(() => keyFor(id));
      return new Sampler(observers.of(id), clock, memory);
    });
  }
}
