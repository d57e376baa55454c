import { randomBytes } from "node:crypto";
import type { Clock } from "../../base/clock.ts";
import type { EventSink } from "../events/index.ts";
import { engineArguments, repositoryObstacle } from "./engine-arguments.ts";
import { EngineSupervisor } from "./engine-supervisor.ts";
import { KeptPorts } from "./kept-ports.ts";
import type { StandbyEngine } from "./standby-engine.ts";

interface EmbeddedEngineParts {
  /** Module of the engine's process. */
  readonly entry: URL;
  /** Serves the first time, if it still runs then. */
  readonly standby?: StandbyEngine | undefined;
  /** What it is to serve, as of its next start. */
  readonly repository: { readonly folder: string };
  /** Whether any local program may control it. */
  readonly openControl: boolean;
  readonly clock: Clock;
  readonly events: EventSink;
}

/** The console's own engine, not started yet. It serves on the ports where it served last. */
export function superviseEmbeddedEngine(parts: EmbeddedEngineParts): EngineSupervisor {
  const { entry, standby, repository, openControl, clock, events } = parts;
  const ports = new KeptPorts();
  const supervisor = new EngineSupervisor({
    entry,
    standby: standby ?? null,
    args: () => engineArguments(repository.folder, ports.next()),
    controlSecret: () => (openControl ? null : randomBytes(32).toString("base64url")),
    obstacle: () => repositoryObstacle(repository.folder),
    clock,
    events,
  });
  supervisor.onStatus(({ endpoints }) => endpoints && ports.served(endpoints));
  return supervisor;
}
