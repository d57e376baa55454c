import { useSearch } from "@tanstack/react-router";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import type { ConnectionState } from "../../main/contract/client.ts";
import {
  type HostEvent,
  type ModelState,
  type ObservedFrame,
  type OverviewFrame,
  parseFleetServerId,
  type ServerStatus,
  type TopicEvent,
  type TopicName,
  type TopicParams,
  type TrafficState,
} from "../../main/contract/index.ts";
import { useHost } from "./context.tsx";
import type { ConnectionLoss } from "./connection-watch.ts";

const silent = { subscribe: () => () => {}, snapshot: () => null };

/** The newest event of a topic; null before the first. Null parameters: no subscription yet. */
export function useTopic<N extends TopicName>(
  name: N,
  params: TopicParams<N> | null,
): TopicEvent<N> | null {
  const { live } = useHost();
  const store = params === null ? silent : live.latest(name, params);
  return useSyncExternalStore<TopicEvent<N> | null>(store.subscribe, store.snapshot);
}

export function useConnection(): ConnectionState {
  const { client } = useHost();
  const subscribe = useCallback(
    (listener: () => void) => {
      const listening = client.onConnection(listener);
      return () => listening[Symbol.dispose]();
    },
    [client],
  );
  return useSyncExternalStore(subscribe, () => client.connection);
}

/** Since when the host is disconnected, and the number of reconnections. */
export function useConnectionLoss(): ConnectionLoss {
  const { connection } = useHost();
  return useSyncExternalStore(connection.subscribe, connection.snapshot);
}

/** All servers; none counts as live while the host is disconnected. */
export function useServers(): readonly ServerStatus[] | null {
  const servers = useTopic("servers.status", {});
  const { lostAt } = useConnectionLoss();
  return useMemo(
    () => (lostAt === null || !servers ? servers : servers.map((each) => unknown(each, lostAt))),
    [servers, lostAt],
  );
}

function unknown(server: ServerStatus, since: number): ServerStatus {
  if (server.state !== "live") return server;
  return { ...server, state: "stale", since, reason: "The connection to the host was lost." };
}

/** A server by its id, including a fleet's replica, which isn't listed. Null without one, or until the host has answered. */
export function useServerById(serverId: string | undefined): ServerStatus | null {
  const listed = useServers()?.find(({ id }) => id === serverId) ?? null;
  const unlisted = serverId !== undefined && parseFleetServerId(serverId) ? serverId : null;
  const replica = useTopic("fleets.replica", unlisted === null ? null : { serverId: unlisted });
  return listed ?? replica;
}

/**
 * The selected server: the one in the address, or the host's first. Null until the host has answered, and if the server in
 * the address doesn't exist, so that no other server's figures appear under it.
 */
export function useServer(): ServerStatus | null {
  const servers = useServers();
  const { server } = useSearch({ strict: false });
  const named = useServerById(server);
  return server === undefined ? (servers?.[0] ?? null) : named;
}

/** The newest frame of a server's telemetry; null before the first, and without a server. */
export function useOverview(serverId: string | undefined): OverviewFrame | null {
  return useTopic("telemetry.overview", serverId === undefined ? null : { serverId });
}

/** The newest frame of a server of any kind; null before the first, and without a server. */
export function useObserved(serverId: string | undefined): ObservedFrame | null {
  return useTopic("observed.frame", serverId === undefined ? null : { serverId });
}

/** The engine's data about a model's loaded versions; null before the first event. */
export function useModelState(serverId: string, model: string): ModelState | null {
  return useTopic("telemetry.state", { serverId, model });
}

export function useTraffic(): TrafficState | null {
  return useTopic("traffic.state", {});
}

const noEvents: readonly HostEvent[] = [];

/** Events of the host since it started, oldest first. */
export function useHostEvents(): readonly HostEvent[] {
  const store = useHost().live.folded(
    "host.events",
    {},
    { name: "all", initial: noEvents, reduce: foldEvents },
  );
  return useSyncExternalStore(store.subscribe, store.snapshot);
}

const KEPT = 2000;

/**
 * Adds new events to known ones. Each subscription starts with all events so far, which are known already after a
 * reconnection; after a restart of the host ids start again with later times.
 */
function foldEvents(
  known: readonly HostEvent[],
  emitted: readonly HostEvent[],
): readonly HostEvent[] {
  const seen = new Set(known.map((event) => `${event.time} ${event.id}`));
  const fresh = emitted.filter((event) => !seen.has(`${event.time} ${event.id}`));
  if (fresh.length === 0) return known;
  return [...known, ...fresh].sort((a, b) => a.time - b.time).slice(-KEPT);
}
