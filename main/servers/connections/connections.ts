import { StatusError } from "../../../base/status-error.ts";
import type {
  ConnectionDraft,
  Recognition,
  ShownConnection,
  Unreadable,
} from "../../contract/index.ts";
import { Listeners } from "../../../base/listeners.ts";
import type { ServerAdapter, ServerDirectory } from "../adapter.ts";
import { findServer } from "../directory.ts";
import { connectorFor, openServer, type ServerParts } from "../open-server.ts";
import type { RemoteServer } from "../remote-server.ts";
import { AttachedServers } from "./attached-servers.ts";
import { checkDraft } from "./checks.ts";
import type { Connection } from "./connection.ts";
import { unreadableRow } from "../../store/index.ts";
import {
  forgetSecrets,
  forgetSecretsIn,
  keepConnection,
  toShownConnection,
} from "./connection-secrets.ts";
import type { ConnectionStore } from "./connection-store.ts";
import { primaryAddress } from "./endpoints.ts";
import { exportText, importText, needsSecrets } from "./exchange.ts";
import { newConnections, requireRoom } from "./new-connections.ts";
import { recogniseDraft } from "./recognise-draft.ts";
import { UnreadableConnections } from "./unreadable-connections.ts";

interface Connected {
  readonly server: RemoteServer;
  readonly connection: Connection;
}

/**
 * The embedded engine and the user's connections, which are stored; and attached servers, which other domains manage,
 * found by id and not listed.
 */
export class Connections implements ServerDirectory, Disposable {
  readonly #embedded: ServerAdapter;
  readonly #store: ConnectionStore;
  readonly #parts: ServerParts;
  readonly #listeners = new Listeners<void>("servers");
  readonly #connected = new Map<string, Connected>();
  readonly #unreadable = new UnreadableConnections();
  readonly #attached = new AttachedServers(() => this.#listeners.emit());

  /** `report`: called with a message for each stored connection that can't be used; it stays stored. */
  constructor(
    embedded: ServerAdapter,
    store: ConnectionStore,
    parts: ServerParts,
    report: (message: string) => void = () => {},
  ) {
    this.#embedded = embedded;
    this.#store = store;
    this.#parts = parts;
    const { connections, unreadable } = store.list();
    for (const { id, connection } of connections) {
      try {
        this.#open(id, connection);
      } catch (error) {
        const row = { id, stored: connection, fallback: `Connection ${id}` };
        unreadable.push(unreadableRow(row, StatusError.from(error).message));
      }
    }
    for (const row of unreadable) {
      this.#unreadable.add(row);
      report(`Can't open ${row.name}, a stored connection. ${row.reason} See Connections.`);
    }
  }

  list(): readonly ServerAdapter[] {
    return [this.#embedded, ...[...this.#connected.values()].map(({ server }) => server)];
  }

  get(id: string): ServerAdapter {
    return this.#attached.get(id) ?? findServer(this.list(), id);
  }

  /** Called when a server is added or removed, listed or attached. */
  onChanged(listener: () => void): Disposable {
    return this.#listeners.add(listener);
  }

  /**
   * Lets `get` find a server that is not listed, such as a fleet's replica. The caller disposes of it, after disposing
   * of what this returns. ALREADY_EXISTS for an id in use.
   */
  attach(server: ServerAdapter): Disposable {
    return this.#attached.attach(server, this.list());
  }

  /** The server's status shows whether it responds. INVALID_ARGUMENT, ALREADY_EXISTS. */
  add(draft: ConnectionDraft): Promise<ServerAdapter> {
    return this.#keep(draft, null, (connection) => {
      const { id } = this.#store.add(connection);
      const { server } = this.#open(id, connection);
      this.#listeners.emit();
      return server;
    });
  }

  /** JSON text without secrets. */
  export(): string {
    return exportText([...this.#connected.values()].map(({ connection }) => connection));
  }

  /** Adds those connections of a list that are new. INVALID_ARGUMENT, RESOURCE_EXHAUSTED; then nothing is added. */
  import(text: string): { added: number; known: number; withoutSecrets: string[] } {
    const listed = importText(text);
    for (const connection of listed) checkDraft(connection);
    const used = [...this.#connected.values()].map((each) => primaryAddress(each.connection));
    const fresh = newConnections(listed, [...used, ...this.#embeddedAddresses()]);
    requireRoom(this.#connected.size, fresh.length);
    for (const { id, connection } of this.#store.addAll(fresh)) this.#open(id, connection);
    if (fresh.length > 0) this.#listeners.emit();
    return {
      added: fresh.length,
      known: listed.length - fresh.length,
      withoutSecrets: fresh.filter(needsSecrets).map(displayName),
    };
  }

  /** Tests a draft and stores nothing. `id`: the connection that `kept` secrets refer to. */
  recognise(draft: ConnectionDraft, id: string | null, signal: AbortSignal): Promise<Recognition> {
    const before = id === null ? null : this.#find(id).connection;
    return recogniseDraft(draft, this.#parts.vault, before, signal);
  }

  /**
   * Replaces a connection and contacts the server again. INVALID_ARGUMENT, ALREADY_EXISTS; ABORTED if it changed while
   * the vault was at work.
   */
  edit(id: string, draft: ConnectionDraft): Promise<ServerAdapter> {
    const { vault } = this.#parts;
    return this.#keep(draft, id, (connection) => {
      const { server, connection: before } = this.#find(id);
      this.#store.replace(id, connection);
      this.#connected.set(id, { server, connection });
      const name = displayName(connection);
      server.change(name, connectorFor({ id, name }, connection, this.#parts));
      forgetSecrets(before, vault, connection);
      return server;
    });
  }

  /** Removes a server and its secrets; its drafts and history stay. */
  remove(id: string): void {
    const { server, connection } = this.#find(id);
    this.#store.remove(id);
    this.#connected.delete(id);
    this.#listeners.emit();
    server[Symbol.dispose]();
    forgetSecrets(connection, this.#parts.vault, null);
  }

  /** Stored connections that can't be opened, as of the start. */
  unreadable(): Unreadable[] {
    return this.#unreadable.list();
  }

  /** Deletes a stored connection that can't be opened, with its secrets; returns its name. NOT_FOUND. */
  removeUnreadable(id: string): string {
    const row = this.#unreadable.find(id);
    this.#store.remove(id);
    this.#unreadable.delete(id);
    forgetSecretsIn(row.stored, this.#parts.vault);
    this.#listeners.emit();
    return row.name;
  }

  shown(id: string): ShownConnection {
    return toShownConnection(this.#find(id).connection, this.#parts.vault);
  }

  /** Ends a pause. Does nothing for a server that every call contacts anyway. */
  askNow(id: string): void {
    const server = this.get(id);
    if ("askNow" in server && typeof server.askNow === "function") server.askNow();
  }

  [Symbol.dispose](): void {
    for (const { server } of this.#connected.values()) server[Symbol.dispose]();
    this.#connected.clear();
  }

  #find(id: string): Connected {
    const found = this.#connected.get(id);
    if (found) return found;
    const { name } = this.get(id).status;
    throw new StatusError(
      "FAILED_PRECONDITION",
      `${name} isn't one of your connections, so it can't be changed.`,
    );
  }

  /** `id`: the connection to replace. Checked once the vault is done, and stored at once. */
  async #keep<T>(
    draft: ConnectionDraft,
    id: string | null,
    take: (connection: Connection) => T,
  ): Promise<T> {
    const { vault } = this.#parts;
    const before = id === null ? null : this.#find(id).connection;
    const connection = await keepConnection(draft, vault, before);
    try {
      // Another edit may have removed secrets that this one keeps.
      if (id !== null && this.#find(id).connection !== before)
        throw new StatusError(
          "ABORTED",
          "The connection was changed in the meantime; check it and save it again.",
        );
      this.#requireFreeAddress(draft, id);
      if (id === null) requireRoom(this.#connected.size, 1);
      return take(connection);
    } catch (error) {
      forgetSecrets(connection, vault, before);
      throw error;
    }
  }

  #requireFreeAddress(draft: ConnectionDraft, but: string | null): void {
    const place = primaryAddress(draft);
    for (const [id, { server, connection }] of this.#connected)
      if (id !== but && primaryAddress(connection) === place)
        throw new StatusError(
          "ALREADY_EXISTS",
          `'${place}' is connected as ${server.status.name}.`,
        );
    if (this.#embeddedAddresses().includes(place))
      throw new StatusError("ALREADY_EXISTS", `'${place}' is the embedded engine.`);
  }

  #embeddedAddresses(): readonly string[] {
    const { endpoints } = this.#embedded.status;
    return endpoints ? [endpoints.grpc, endpoints.http] : [];
  }

  #open(id: string, connection: Connection): Connected {
    const identity = { id, name: displayName(connection) };
    const connected = { server: openServer(identity, connection, this.#parts), connection };
    this.#connected.set(id, connected);
    return connected;
  }
}

function displayName(connection: Connection): string {
  return connection.name.trim() || primaryAddress(connection);
}
