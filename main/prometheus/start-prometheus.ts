import type { Clock } from "../../base/clock.ts";
import { Listeners } from "../../base/listeners.ts";
import { StatusError } from "../../base/status-error.ts";
import {
  parseFleetServerId,
  type prometheusRequests,
  type prometheusTopics,
  type StepPower,
} from "../contract/index.ts";
import type { EventSink } from "../events/index.ts";
import type { DomainHandlers } from "../rpc/index.ts";
import type { ServerDirectory, Vault } from "../servers/index.ts";
import type { Db } from "../store/index.ts";
import type { MetricsRecord, Observer } from "../telemetry/index.ts";
import { fleetCandidates, serverCandidates, type SoughtServer } from "./candidates.ts";
import { chartQuery } from "./chart-query.ts";
import { gpuPower } from "./gpu-power.ts";
import { findGpus, type GpuPlace } from "./gpus.ts";
import { Links, ownerOf } from "./links.ts";
import { PrometheusRecord } from "./record.ts";
import { SourceStore } from "./source-store.ts";
import { isLoopback, Sources } from "./sources.ts";

const MAX_PANELS = 50;
/** A step waits for its figures. */
const POWER_TIMEOUT_MS = 5000;

interface PrometheusParts {
  readonly servers: ServerDirectory;
  readonly db: Db;
  readonly vault: Vault;
  readonly events: EventSink;
  readonly clock: Clock;
  /** All servers that are observed, replicas among them. */
  readonly observers: () => readonly Observer[];
}

interface PrometheusDomain
  extends DomainHandlers<keyof typeof prometheusRequests, keyof typeof prometheusTopics>,
    Disposable {
  readonly record: MetricsRecord;
  /** Power of a server's GPUs between two instants, ms since the epoch; null where it is linked to none that knows it. */
  readonly gpuPower: (serverId: string, from: number, to: number) => Promise<StepPower | null>;
}

/** Connections to Prometheus: a server's history, GPUs and charts of any PromQL from there. */
export function startPrometheus(parts: PrometheusParts): PrometheusDomain {
  const { servers, db, vault, events, clock, observers } = parts;
  const store = new SourceStore(db);
  const sources = new Sources(store, vault);
  const links = new Links(store, sources, servers);
  const panels = new Listeners<string>("prometheus");
  const report = (message: string) => events.emit({ level: "info", source: "prometheus", message });
  for (const { name, reason } of sources.unreadable())
    events.emit({
      level: "warning",
      source: "prometheus",
      message: `Can't open ${name}, a stored connection to Prometheus. ${reason} See Connections.`,
    });
  const placeOf = (serverId: string, isLocal: boolean) => {
    const own = observers().filter(
      ({ server }) => server.id === serverId || ownerOf(server.id) === serverId,
    );
    return gpuPlace(own, links, isLocal);
  };
  return {
    gpuPower: async (serverId, from, to) => {
      const link = links.of(serverId);
      if (link === null) return null;
      const { prometheus, name } = link;
      const place = placeOf(serverId, sources.isLocal(prometheus));
      const signal = AbortSignal.timeout(POWER_TIMEOUT_MS);
      const found = await sources.use(prometheus, (api) =>
        gpuPower(api, place, { from, to }, signal),
      );
      return found && { ...found, source: name };
    },
    record: new PrometheusRecord(sources, links, clock),
    requests: {
      "prometheus.add": async (draft) => {
        const id = await sources.add(draft);
        report(`Prometheus ${sources.nameOf(id)} was added.`);
        return { id };
      },
      "prometheus.edit": async ({ id, connection }) => {
        await sources.edit(id, connection);
        report(`The connection to Prometheus ${sources.nameOf(id)} was changed.`);
        return {};
      },
      "prometheus.remove": ({ id }) => {
        const name = sources.nameOf(id);
        sources.remove(id);
        report(`Prometheus ${name} was removed.`);
        return {};
      },
      "prometheus.removeUnreadable": ({ id }) => {
        report(`The unreadable connection ${sources.removeUnreadable(id)} was removed.`);
        return {};
      },
      "prometheus.test": ({ connection, id }, signal) => sources.test(connection, id, signal),
      "prometheus.check": ({ id }, signal) => sources.use(id, (api) => api.about(signal)),
      "prometheus.candidates": ({ serverId, prometheus }, signal) =>
        sources.use(prometheus, (api) => {
          const place = parseFleetServerId(serverId);
          const seek = (observer: Observer) => soughtServer(observer, sources.isLocal(prometheus));
          if (place?.key === null) {
            const replicas = observers().filter(({ server }) => ownerOf(server.id) === serverId);
            return fleetCandidates(api, replicas.map(seek), signal);
          }
          const observer = observers().find(({ server }) => server.id === serverId);
          if (!observer)
            throw new StatusError("NOT_FOUND", `The server '${serverId}' is not observed.`);
          return serverCandidates(api, seek(observer), signal);
        }),
      "prometheus.link": ({ serverId, link }) => {
        links.set(serverId, link);
        return {};
      },
      "prometheus.savePanel": ({ serverId, id, panel }) => {
        const owner = ownerOf(serverId);
        sources.nameOf(panel.prometheus);
        if (id === null && store.panels(owner).length >= MAX_PANELS)
          throw new StatusError(
            "RESOURCE_EXHAUSTED",
            `The server has ${MAX_PANELS} panels, the most there may be. Remove one first.`,
          );
        const saved = store.savePanel(owner, id, panel);
        if (saved === null) throw new StatusError("NOT_FOUND", `The server has no panel ${id}.`);
        panels.emit(owner);
        return { id: saved };
      },
      "prometheus.removePanel": ({ serverId, id }) => {
        store.removePanel(ownerOf(serverId), id);
        panels.emit(ownerOf(serverId));
        return {};
      },
      "prometheus.orderPanels": ({ serverId, ids }) => {
        store.orderPanels(ownerOf(serverId), ids);
        panels.emit(ownerOf(serverId));
        return {};
      },
      "prometheus.query": ({ serverId, prometheus, ...asked }, signal) => {
        const place = links.of(serverId);
        const labels = place?.prometheus === prometheus ? place.labels : null;
        return sources.use(prometheus, (api) => chartQuery(api, asked, labels, signal));
      },
      "prometheus.gpus": async ({ serverId }, signal) => {
        const place = links.of(serverId);
        if (place === null) return { name: null, by: "", gpus: [] };
        const found = await sources.use(place.prometheus, (api) =>
          findGpus(api, placeOf(serverId, sources.isLocal(place.prometheus)), signal),
        );
        return { name: place.name, ...found };
      },
    },
    topics: {
      "prometheus.list": (_, sink) => {
        sink.event(sources.list());
        return sources.onChanged(() => sink.event(sources.list()));
      },
      "prometheus.unreadable": (_, sink) => {
        sink.event(sources.unreadable());
        return sources.onChanged(() => sink.event(sources.unreadable()));
      },
      "prometheus.links": (_, sink) => {
        sink.event(links.list());
        return links.onChanged(() => sink.event(links.list()));
      },
      "prometheus.panels": ({ serverId }, sink) => {
        const owner = ownerOf(serverId);
        const owned = new DisposableStack();
        const publish = () => sink.event(store.panels(owner));
        publish();
        owned.use(panels.add((changed) => changed === owner && publish()));
        owned.use(sources.onChanged(publish));
        return owned;
      },
    },
    [Symbol.dispose]: () => sources[Symbol.dispose](),
  };
}

/** `isLocal`: whether Prometheus is on this machine. */
function soughtServer(observer: Observer, isLocal: boolean): SoughtServer {
  const { server, exposition } = observer;
  return {
    key: parseFleetServerId(server.id)?.key ?? "",
    kind: server.status.kind,
    addresses: addressesOf(server, isLocal),
    models: (observer.latest()?.delta.models ?? []).map(({ name }) => name),
    exposition,
  };
}

/** Those that mean the same to Prometheus: its 127.0.0.1 is another machine's, unless it is on this one. */
function addressesOf({ status }: Observer["server"], isLocal: boolean): string[] {
  const { metrics = "", http = "", grpc = "" } = status.endpoints ?? {};
  return [metrics, http, grpc].filter((each) => each !== "" && (isLocal || !isLoopback(each)));
}

/** By the link's labels, a replica's name, and the host of its address. */
function gpuPlace(own: readonly Observer[], links: Links, isLocal: boolean): GpuPlace {
  const places = own.map(({ server }) => links.of(server.id)?.labels ?? {});
  const pods = places.flatMap(({ pod }) => pod ?? []);
  const namespaces = new Set(places.flatMap(({ namespace }) => namespace ?? []));
  const [namespace = ""] = namespaces.size === 1 ? namespaces : [];
  const named = places.flatMap(({ node, kubernetes_node: other }) => node ?? other ?? []);
  const hosts = own.flatMap(({ server }) =>
    addressesOf(server, isLocal).map((each) => each.replace(/:\d+$/, "")),
  );
  const nodes = named.length > 0 ? named : pods.length > 0 ? [] : hosts;
  return { pods, namespace, nodes: [...new Set(nodes.filter((each) => each !== ""))] };
}
