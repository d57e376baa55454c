import type { connectionRequests, connectionTopics } from "../../contract/index.ts";
import type { EventSink } from "../../events/index.ts";
import type { DomainHandlers } from "../../rpc/index.ts";
import type { Connections } from "./connections.ts";

export function connectionHandlers(
  servers: Connections,
  events: EventSink,
): DomainHandlers<keyof typeof connectionRequests, keyof typeof connectionTopics> {
  const report = (message: string) => events.emit({ level: "info", source: "host", message });
  return {
    requests: {
      "servers.add": async (draft) => {
        const { id, status } = await servers.add(draft);
        report(`${status.name} was added.`);
        return { serverId: id };
      },
      "servers.edit": async ({ serverId, connection }) => {
        const { status } = await servers.edit(serverId, connection);
        report(`The connection of ${status.name} was changed.`);
        return {};
      },
      "servers.connection": ({ serverId }) => servers.shown(serverId),
      "servers.remove": ({ serverId }) => {
        const { name } = servers.get(serverId).status;
        servers.remove(serverId);
        report(`${name} was removed.`);
        return {};
      },
      "servers.removeUnreadable": ({ id }) => {
        report(`The unreadable connection ${servers.removeUnreadable(id)} was removed.`);
        return {};
      },
      "servers.askNow": ({ serverId }) => {
        servers.askNow(serverId);
        return {};
      },
      "servers.recognise": ({ connection, serverId }, signal) =>
        servers.recognise(connection, serverId, signal),
      "servers.export": () => ({ text: servers.export() }),
      "servers.import": ({ text }) => {
        const imported = servers.import(text);
        if (imported.added > 0)
          report(
            `${imported.added} connection${imported.added === 1 ? " was" : "s were"} imported.`,
          );
        return imported;
      },
    },
    topics: {
      "servers.unreadable": (_params, sink) => {
        const publish = () => sink.event(servers.unreadable());
        publish();
        return servers.onChanged(publish);
      },
    },
  };
}
