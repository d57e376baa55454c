import type { Clock } from "../../base/clock.ts";
import type {
  connectionRequests,
  connectionTopics,
  serverRequests,
  serverTopics,
  torchserveRequests,
  tritonSettingsRequests,
} from "../contract/index.ts";
import type { HostEvents } from "../events/index.ts";
import type { DomainHandlers } from "../rpc/index.ts";
import { connectionHandlers } from "./connections/connection-handlers.ts";
import type { Connections } from "./connections/connections.ts";
import { EMBEDDED_ID } from "./embedded.ts";
import { reportStatus } from "./events/report-status.ts";
import { reportRepositories } from "./events/report-repository.ts";
import { torchserveHandlers } from "./kinds/torchserve/management/torchserve-handlers.ts";
import { tritonSettingsHandlers } from "./kinds/triton/settings/triton-settings-handlers.ts";
import { serverHandlers, type ServerHandlersParts } from "./server-handlers.ts";

interface ServersParts extends Omit<ServerHandlersParts, "events"> {
  readonly servers: Connections;
  readonly events: HostEvents;
  readonly clock: Clock;
}

type Requests = typeof serverRequests &
  typeof connectionRequests &
  typeof torchserveRequests &
  typeof tritonSettingsRequests;
type Topics = typeof serverTopics & typeof connectionTopics;

/**
 * What pages ask of servers and their connections; reports when a server is lost, responds again, or can't read its
 * repository.
 */
export function startServers(
  parts: ServersParts,
): DomainHandlers<keyof Requests, keyof Topics> & Disposable {
  const { servers, events, clock } = parts;
  const server = serverHandlers(parts);
  const connection = connectionHandlers(servers, events);
  const reports = new DisposableStack();
  reports.use(reportStatus(servers, { events, clock, concerns: (id) => id !== EMBEDDED_ID }));
  reports.use(reportRepositories(servers, events));
  return {
    requests: {
      ...server.requests,
      ...connection.requests,
      ...torchserveHandlers(servers, events).requests,
      ...tritonSettingsHandlers(servers, events).requests,
    },
    topics: { ...server.topics, ...connection.topics },
    [Symbol.dispose]: () => reports.dispose(),
  };
}
