import { StatusError } from "../../engine/protocol/status.ts";
import type { connectionRequests } from "../contract/index.ts";
import type { EventSink } from "../events/events.ts";
import type { DomainHandlers } from "../rpc/handlers.ts";
import type { Connections } from "./connections.ts";

export function connectionsDomain(
  servers: Connections,
  events: EventSink,
): DomainHandlers<keyof typeof connectionRequests, never> {
  const missing = () => {
    throw new StatusError("UNIMPLEMENTED", "Not built yet.");
  };
  return {
    requests: {
      "servers.add": (server) => {
        const { id, status } = servers.add(server);
        events.emit({ level: "info", source: "host", message: `${status.name} was connected.` });
        return { serverId: id };
      },
      "servers.remove": ({ serverId }) => {
        const { name } = servers.get(serverId).status;
        servers.remove(serverId);
        events.emit({ level: "info", source: "host", message: `${name} was removed.` });
        return {};
      },
      "servers.edit": missing,
      "servers.connection": missing,
      "servers.recognise": missing,
      "servers.askNow": missing,
      "servers.export": missing,
      "servers.import": missing,
    },
    topics: {},
  };
}
