import type { Clock } from "../../base/clock.ts";
import { PerServer, type ServerDirectory } from "../servers/index.ts";
import type { Sampler } from "../telemetry/index.ts";
import { Advisor } from "./advisor.ts";
import type { Objectives } from "./objectives.ts";

interface Parts {
  readonly servers: ServerDirectory;
  readonly getSampler: (serverId: string) => Sampler;
  readonly clock: Clock;
  readonly objectives: Objectives;
  /** The newest lines of a server's output; null if unreadable. */
  readonly logFor: (serverId: string) => (() => readonly string[]) | null;
}

/** An advisor for each server that has statistics; see {@link PerServer}. */
export class Advisors extends PerServer<Advisor> {
  constructor({ servers, getSampler, clock, objectives, logFor }: Parts) {
    super(servers, "statistics", (server) => {
      const { id } = server;
      const findObjective = (model: string) => objectives.get(id, model);
      return new Advisor({
        server,
        sampler: getSampler(id),
        clock,
        findObjective,
        log: logFor(id),
      });
    });
  }
}
