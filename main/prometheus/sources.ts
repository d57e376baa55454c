import { Listeners } from "../../base/listeners.ts";
import { type StatusCode, StatusError } from "../../base/status-error.ts";
import type {
  ConnectionDraft,
  PrometheusAbout,
  PrometheusDraft,
  ShownPrometheus,
  Unreadable,
} from "../contract/index.ts";
import {
  type Connection,
  MemoryVault,
  parseAddress,
  resolveAccess,
  secretKeeper,
  type Vault,
} from "../servers/index.ts";
import type { UnreadableRow } from "../store/index.ts";
import { ServerHttp } from "../wire/transport/index.ts";
import { PrometheusApi } from "./api.ts";
import type { Source, SourceStore } from "./source-store.ts";

const MOST = 20;
/** After these, secrets and certificate files are read again. */
const REOPENED: ReadonlySet<StatusCode> = new Set([
  "UNAUTHENTICATED",
  "PERMISSION_DENIED",
  "UNAVAILABLE",
  "FAILED_PRECONDITION",
]);

/** The connections to Prometheus that a person made. */
export class Sources implements Disposable {
  readonly #store: SourceStore;
  readonly #vault: Vault;
  readonly #listeners = new Listeners<void>("prometheus");
  readonly #sources: Map<string, Source>;
  readonly #unreadable: Map<string, UnreadableRow>;
  readonly #opened = new Map<string, Promise<ServerHttp>>();

  constructor(store: SourceStore, vault: Vault) {
    this.#store = store;
    this.#vault = vault;
    const { sources, unreadable } = store.sources();
    this.#sources = new Map(sources);
    this.#unreadable = new Map(unreadable.map((row) => [row.id, row]));
  }

  /** Called when a connection is added, changed or removed. */
  onChanged(listener: () => void): Disposable {
    return this.#listeners.add(listener);
  }

  list(): ShownPrometheus[] {
    const { shown } = secretKeeper(this.#vault);
    return [...this.#sources].map(([id, { connection, tenant }]) => {
      const { name, http, tls, auth, headers, proxy } = shown(connection);
      return { id, name: name || hostOf(http), http, tls, auth, headers, proxy, tenant };
    });
  }

  unreadable(): Unreadable[] {
    return [...this.#unreadable.values()].map(({ id, name, reason }) => ({ id, name, reason }));
  }

  /** NOT_FOUND. */
  nameOf(id: string): string {
    const { connection } = this.#find(id);
    return connection.name || hostOf(connection.http);
  }

  has(id: string): boolean {
    return this.#sources.has(id);
  }

  /** Whether it is on the console's machine, so that 127.0.0.1 means the same to both. */
  isLocal(id: string): boolean {
    return isLoopback(hostOf(this.#find(id).connection.http));
  }

  /** INVALID_ARGUMENT with the field in `details.field`; then nothing is kept. */
  async add(draft: PrometheusDraft): Promise<string> {
    if (this.#sources.size >= MOST)
      throw new StatusError(
        "RESOURCE_EXHAUSTED",
        `There are ${MOST} connections to Prometheus, the most there may be. Remove one first.`,
      );
    const connection = await this.#keep(draft, null);
    const added = { connection, tenant: draft.tenant.trim() };
    const id = this.#store.add(added);
    this.#sources.set(id, added);
    this.#listeners.emit();
    return id;
  }

  async edit(id: string, draft: PrometheusDraft): Promise<void> {
    const before = this.#find(id);
    const connection = await this.#keep(draft, before.connection);
    if (this.#sources.get(id) !== before) {
      secretKeeper(this.#vault).forget(connection, before.connection);
      throw new StatusError(
        "ABORTED",
        "The connection was changed in the meantime; check it and save it again.",
      );
    }
    const edited = { connection, tenant: draft.tenant.trim() };
    this.#store.replace(id, edited);
    this.#sources.set(id, edited);
    secretKeeper(this.#vault).forget(before.connection, connection);
    this.#close(id);
    this.#listeners.emit();
  }

  remove(id: string): void {
    const { connection } = this.#find(id);
    this.#store.remove(id);
    this.#sources.delete(id);
    secretKeeper(this.#vault).forget(connection, null);
    this.#close(id);
    this.#listeners.emit();
  }

  /** Gives its name. NOT_FOUND. */
  removeUnreadable(id: string): string {
    const row = this.#unreadable.get(id);
    if (!row)
      throw new StatusError(
        "NOT_FOUND",
        `No unreadable connection to Prometheus has the id '${id}'.`,
      );
    this.#store.remove(id);
    this.#unreadable.delete(id);
    secretKeeper(this.#vault).forgetIn(row.stored);
    this.#listeners.emit();
    return row.name;
  }

  /** Calls its API over connections that are kept open, and are made again after a failure. NOT_FOUND, FAILED_PRECONDITION. */
  async use<T>(id: string, call: (api: PrometheusApi) => Promise<T>): Promise<T> {
    const source = this.#find(id);
    const opening = this.#opened.get(id) ?? openHttp(source, this.#vault);
    this.#opened.set(id, opening);
    try {
      return await call(new PrometheusApi(await opening));
    } catch (thrown) {
      const error = StatusError.from(thrown);
      if (REOPENED.has(error.code) && this.#opened.get(id) === opening) this.#close(id);
      throw error;
    }
  }

  /** What a draft leads to; nothing is kept. `id`: whose `kept` secrets are meant. */
  async test(
    draft: PrometheusDraft,
    id: string | null,
    signal: AbortSignal,
  ): Promise<PrometheusAbout> {
    const scratch = new MemoryVault();
    const before = id === null ? null : this.#find(id).connection;
    const connection = await secretKeeper(scratch).keep(toConnectionDraft(draft), before);
    const read = async (secret: string) =>
      (await scratch.read(secret)) ?? (await this.#vault.read(secret));
    using http = await openHttp({ connection, tenant: draft.tenant.trim() }, { read });
    return await new PrometheusApi(http).about(signal);
  }

  [Symbol.dispose](): void {
    for (const id of this.#opened.keys()) this.#close(id);
  }

  /** Calls under way fail. */
  #close(id: string): void {
    const opened = this.#opened.get(id);
    this.#opened.delete(id);
    void opened?.then((http) => http[Symbol.dispose]()).catch(() => {});
  }

  #keep(draft: PrometheusDraft, before: Connection | null): Promise<Connection> {
    return secretKeeper(this.#vault).keep(toConnectionDraft(draft), before);
  }

  #find(id: string): Source {
    const found = this.#sources.get(id);
    if (found) return found;
    throw new StatusError("NOT_FOUND", `There is no connection to Prometheus '${id}'.`);
  }
}

/** As the connection of a server that is reached over HTTP alone. */
function toConnectionDraft({ tenant, ...draft }: PrometheusDraft): ConnectionDraft {
  const refuse = (field: string, message: string): never => {
    throw new StatusError("INVALID_ARGUMENT", message, { details: { field } });
  };
  if (draft.http.trim() === "")
    refuse("http", "There is no address; give that of Prometheus, such as http://prometheus:9090.");
  if (!/^[\x20-\x7e]*$/.test(tenant))
    refuse("tenant", `The tenant '${tenant}' contains a character that headers don't allow.`);
  const doubled = draft.headers.some(({ name }) => name.toLowerCase() === TENANT_HEADER);
  if (tenant.trim() !== "" && doubled)
    refuse("tenant", "The tenant is given as a header as well; leave one of them out.");
  return { ...draft, kind: "auto", grpc: "", metrics: "", models: [] };
}

const TENANT_HEADER = "x-scope-orgid";

/** FAILED_PRECONDITION for a secret that is lost or a file that can't be read. */
async function openHttp(
  { connection, tenant }: Source,
  secrets: Parameters<typeof resolveAccess>[1],
): Promise<ServerHttp> {
  const { http } = await resolveAccess(connection, secrets);
  if (!http) throw new StatusError("FAILED_PRECONDITION", "The connection has no address.");
  const headers = tenant === "" ? http.headers : { ...http.headers, [TENANT_HEADER]: tenant };
  return new ServerHttp({ ...http, headers });
}

/** Of HOST or HOST:PORT. */
export function isLoopback(address: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/.test(address);
}

function hostOf(address: string): string {
  const { host, port } = parseAddress("http", address);
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}
