import type { serverRequests, serverTopics } from "../contract/index.ts";
import type { EventSink } from "../events/index.ts";
import type { DomainHandlers } from "../rpc/index.ts";
import type { ServerDirectory } from "./adapter.ts";
import { requireInsight } from "./insight.ts";
import { watchStops } from "./stopped-models.ts";

/** Overrides that replace a model's file; unloading drops them. */
export interface DroppedOverrides {
  hold(key: ModelOf): Promise<void>;
  /** Loads the model with the dropped override; false if there was none. */
  restore(key: ModelOf): Promise<boolean>;
  forget(key: ModelOf): void;
}

interface ModelOf {
  readonly serverId: string;
  readonly model: string;
}

export interface ServerHandlersParts {
  readonly servers: ServerDirectory;
  /** Restarts the server's process; FAILED_PRECONDITION if it has none. */
  readonly restart: (serverId: string) => Promise<void>;
  readonly events: EventSink;
  readonly overrides: DroppedOverrides;
}

export function serverHandlers({
  servers,
  restart,
  events,
  overrides,
}: ServerHandlersParts): DomainHandlers<keyof typeof serverRequests, keyof typeof serverTopics> {
  return {
    requests: {
      "servers.restart": async ({ serverId }) => {
        await restart(serverId);
        return {};
      },
      "models.detail": ({ serverId, model }, signal) =>
        servers.get(serverId).modelDetail(model, signal),
      "models.load": async ({ serverId, model, again }, signal) => {
        const server = servers.get(serverId);
        if (!again || !(await overrides.restore({ serverId, model })))
          await server.load(model, undefined, signal);
        overrides.forget({ serverId, model });
        events.emit({
          level: "info",
          source: "engine",
          message: `Model '${model}' was loaded.`,
          mark: { kind: "load", model, serverId },
        });
        return {};
      },
      "models.unload": async ({ serverId, model }, signal) => {
        const server = servers.get(serverId);
        const stopped = await watchStops(server, model);
        if (server.capabilities.includes("configuration"))
          await overrides.hold({ serverId, model });
        await server.unload(model, signal);
        events.emit({
          level: "info",
          source: "engine",
          message: `Model '${model}' was unloaded.`,
          mark: { kind: "load", model, serverId },
        });
        return { stopped: await stopped() };
      },
      "models.versionSplit": async ({ serverId, model }, signal) => ({
        weights: { ...(await requireInsight(servers.get(serverId)).versionSplit(model, signal)) },
      }),
      "models.setVersionSplit": async ({ serverId, model, weights }, signal) => {
        const insight = requireInsight(servers.get(serverId));
        const split = await insight.setVersionSplit(model, weights, signal);
        const message = `Traffic to model '${model}' ${describeTrafficSplit(split)}.`;
        events.emit({
          level: "info",
          source: "engine",
          message,
          mark: { kind: "config", model, serverId },
        });
        return { weights: { ...split } };
      },
    },
    topics: {
      "servers.status": (_params, sink) => {
        const publish = () => sink.event(servers.list().map(({ status }) => status));
        const watch = () => servers.list().map((server) => server.onStatus(publish));
        let watching = watch();
        const leave = () => watching.forEach((each) => each[Symbol.dispose]());
        publish();
        const changes = servers.onChanged(() => {
          leave();
          watching = watch();
          publish();
        });
        return {
          [Symbol.dispose]: () => {
            changes[Symbol.dispose]();
            leave();
          },
        };
      },
    },
  };
}

function describeTrafficSplit(split: Readonly<Record<string, number>>): string {
  const weights = Object.entries(split);
  if (weights.length === 0) return "goes to its newest version";
  return `is split among versions: ${weights.map(([version, weight]) => `${version} with weight ${weight}`).join(", ")}`;
}
