import type { Clock } from "../../base/clock.ts";
import type { EventSink } from "../events/index.ts";
import type { EarlyEngine } from "./early-engine.ts";
import { engineArguments, repositoryObstacle } from "./engine-arguments.ts";
import { EngineSupervisor } from "./engine-supervisor.ts";
import { KeptPorts } from "./kept-ports.ts";

interface EmbeddedEngineParts {
  /** Entry module of the engine's process. */
  readonly entry: URL;
  /** Used for the first start if it is still running and serves the same. */
  readonly early?: EarlyEngine | undefined;
  /** What its next start serves. */
  readonly repository: { readonly folders: readonly string[] };
  /** Whether any local program may control it. */
  readonly openControl: boolean;
  readonly backendConfig: readonly string[] | undefined;
  readonly clock: Clock;
  readonly events: EventSink;
}

/** Creates the supervisor of the console's own engine without starting it. It reuses its last ports. */
export function superviseEmbeddedEngine(parts: EmbeddedEngineParts): EngineSupervisor {
  const { entry, early, repository, openControl, backendConfig, clock, events } = parts;
  const ports = new KeptPorts();
  const supervisor = new EngineSupervisor({
    entry,
    early: early ?? null,
    args: () =>
      engineArguments({
        modelRepository: repository.folders,
        openControl,
        backendConfig,
        ports: ports.next(),
      }),
    obstacle: () => repositoryObstacle(repository.folders),
    clock,
    events,
  });
  supervisor.onStatus(({ endpoints }) => endpoints && ports.served(endpoints));
  return supervisor;
}
