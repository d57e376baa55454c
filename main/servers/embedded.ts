import { StatusError } from "../../base/status-error.ts";
import type { Clock } from "../../base/clock.ts";
import type { ServerStatus } from "../contract/index.ts";
import type { EngineSupervisor } from "../supervision/index.ts";
import { NO_ACCESS } from "../wire/index.ts";
import { RemoteServer } from "./remote-server.ts";
import type { Connector } from "./session-keeper.ts";
import { tritonConnector } from "./triton-connector.ts";
import { plainEndpoints } from "./client-endpoints.ts";

export const EMBEDDED_ID = "embedded";
const NAME = "Embedded engine";
const NO_ENDPOINTS = { grpc: "", http: "", metrics: "" };

/** The embedded engine: a Triton-like server whose address changes whenever its process starts. */
export class EmbeddedServer extends RemoteServer {
  readonly #watching: Disposable;

  constructor(supervisor: EngineSupervisor, clock: Clock) {
    super({ id: EMBEDDED_ID, name: NAME }, connectorFor(supervisor), clock, null);
    this.#watching = supervisor.onStatus(() => this.change(NAME, connectorFor(supervisor)));
  }

  override [Symbol.dispose](): void {
    this.#watching[Symbol.dispose]();
    super[Symbol.dispose]();
  }
}

function connectorFor(supervisor: EngineSupervisor): Connector {
  const { endpoints } = supervisor.status;
  const { controlSecret } = supervisor;
  const address = { id: EMBEDDED_ID, kind: "embedded", controlSecret } as const;
  const connector = endpoints
    ? tritonConnector({ ...address, endpoints })
    : closedConnector(supervisor);
  return { ...connector, withProcess: (status) => withProcess(status, supervisor.status) };
}

/** The reason while there is no process. */
function closedConnector(supervisor: EngineSupervisor): Connector {
  return {
    kind: "embedded",
    endpoints: NO_ENDPOINTS,
    secure: false,
    clientEndpoints: plainEndpoints(null),
    access: () => Promise.resolve(NO_ACCESS),
    open: () => Promise.reject(notRunning(supervisor.status)),
  };
}

function notRunning({ state, reason }: EngineSupervisor["status"]): StatusError {
  return new StatusError(
    "UNAVAILABLE",
    state === "starting"
      ? "The embedded engine is still starting."
      : `The embedded engine is not running (${state}${reason === null ? "" : `: ${reason}`}).`,
  );
}

/** The state of the process, or of the session once it serves. */
function withProcess(session: ServerStatus, process: EngineSupervisor["status"]): ServerStatus {
  const { state, since, reason } = process.state === "live" ? session : process;
  const { restarts, restartedAt, endpoints, pid } = process;
  return {
    ...session,
    state,
    since,
    reason,
    repositoryProblem: process.repositoryProblem ?? session.repositoryProblem,
    restarts,
    restartedAt,
    endpoints,
    pid,
    batchdeck: true,
    nextTry: null,
  };
}
