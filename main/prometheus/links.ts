import { Listeners } from "../../base/listeners.ts";
import { StatusError } from "../../base/status-error.ts";
import {
  fleetServerId,
  parseFleetServerId,
  type PrometheusLink,
  type ServerStatus,
  type ShownLink,
} from "../contract/index.ts";
import type { ServerDirectory } from "../servers/index.ts";
import type { Labels } from "./api.ts";
import type { SourceStore } from "./source-store.ts";
import type { Sources } from "./sources.ts";

/** Where a server's series are. */
export interface Place {
  /** The server, or the fleet of a replica, that has the link. */
  readonly owner: string;
  /** Id and name of the connection. */
  readonly prometheus: string;
  readonly name: string;
  /** Labels that all its series have. */
  readonly labels: Labels;
}

/** A replica's links and panels are its fleet's. */
export function ownerOf(serverId: string): string {
  const place = parseFleetServerId(serverId);
  return place ? fleetServerId(place.fleet) : serverId;
}

/** Which series are which server's, as a person chose. */
export class Links {
  readonly #store: SourceStore;
  readonly #sources: Sources;
  readonly #servers: Pick<ServerDirectory, "get">;
  readonly #listeners = new Listeners<void>("prometheus");
  readonly #problems = new Map<string, string>();
  #links: Map<string, PrometheusLink>;

  constructor(store: SourceStore, sources: Sources, servers: Pick<ServerDirectory, "get">) {
    this.#store = store;
    this.#sources = sources;
    this.#servers = servers;
    this.#links = new Map(store.links());
    sources.onChanged(() => {
      this.#links = new Map(store.links());
      this.#problems.clear();
      this.#listeners.emit();
    });
  }

  onChanged(listener: () => void): Disposable {
    return this.#listeners.add(listener);
  }

  list(): ShownLink[] {
    return [...this.#links]
      .filter(([, { prometheus }]) => this.#sources.has(prometheus))
      .map(([serverId, link]) => ({
        ...link,
        serverId,
        name: this.#sources.nameOf(link.prometheus),
        problem: this.#problems.get(serverId) ?? null,
      }));
  }

  /** Null where the server, and its fleet, has no link. */
  of(serverId: string): Place | null {
    const owner = ownerOf(serverId);
    const link = this.#links.get(owner);
    if (!link || !this.#sources.has(link.prometheus)) return null;
    const { prometheus, labels, replicaLabel } = link;
    const own = owner === serverId ? {} : this.#replicaLabels(serverId, replicaLabel);
    return {
      owner,
      prometheus,
      name: this.#sources.nameOf(prometheus),
      labels: { ...labels, ...own },
    };
  }

  /** NOT_FOUND, INVALID_ARGUMENT. */
  set(serverId: string, link: PrometheusLink | null): void {
    if (link !== null) {
      this.#sources.nameOf(link.prometheus);
      const isFleet = parseFleetServerId(serverId)?.key === null;
      if (ownerOf(serverId) !== serverId)
        throw new StatusError("INVALID_ARGUMENT", "A replica has its fleet's link; set it there.");
      if (isFleet !== (link.replicaLabel !== null))
        throw new StatusError(
          "INVALID_ARGUMENT",
          "A fleet's link needs the label that distinguishes its replicas, and no other link has one.",
        );
    }
    this.#store.link(serverId, link);
    if (link) this.#links.set(serverId, link);
    else this.#links.delete(serverId);
    this.#problems.delete(serverId);
    this.#listeners.emit();
  }

  /** Takes note of how the last read went. */
  note(owner: string, problem: string | null): void {
    if ((this.#problems.get(owner) ?? null) === problem) return;
    if (problem === null) this.#problems.delete(owner);
    else this.#problems.set(owner, problem);
    this.#listeners.emit();
  }

  #replicaLabels(serverId: string, label: PrometheusLink["replicaLabel"]): Labels {
    const key = parseFleetServerId(serverId)?.key ?? "";
    if (label === "pod") return { pod: key };
    if (label === null) return {};
    const endpoints = this.#endpointsOf(serverId);
    return { instance: endpoints?.metrics || endpoints?.http || key };
  }

  /** Null as well of a replica that left its fleet meanwhile. */
  #endpointsOf(serverId: string): ServerStatus["endpoints"] {
    try {
      return this.#servers.get(serverId).status.endpoints;
    } catch {
      return null;
    }
  }
}
