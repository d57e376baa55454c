import { StatusError } from "../../base/status-error.ts";
import type { Clock } from "../../base/clock.ts";
import { MAX_REPLICAS, replicaServerId } from "../contract/index.ts";
import { Listeners } from "../../base/listeners.ts";
import type { Connection } from "../servers/index.ts";
import type { Configurations } from "./configurations.ts";
import { forwardedAddresses } from "./definition.ts";
import type { FleetDefinition } from "./fleet-store.ts";
import type { Member, MemberSource } from "./members.ts";
import type { ReplicaPorts } from "./ports.ts";
import { Replica } from "./replica.ts";
import { Shares } from "./skew.ts";

export interface FleetParts extends ReplicaPorts {
  readonly clock: Clock;
  readonly configurations: Configurations;
  readonly openSource: (definition: FleetDefinition) => MemberSource;
  /** Receives a sentence when a replica was added, removed, replaced or restarted. */
  readonly report: (message: string) => void;
}

const BY_NAME = new Intl.Collator("en", { numeric: true });
/** Up to this many replicas are polled more often while a page shows the fleet. */
const FEW = 20;

/** Replicas that serve the same models, as listed by their source of members. */
export class Fleet implements Disposable {
  readonly id: number;
  readonly #parts: FleetParts;
  readonly #replicas = new Map<string, Replica>();
  readonly #shares = new Shares();
  readonly #listeners = new Listeners<void>("fleets");
  /** Null after a replica was added or removed. */
  #sorted: readonly Replica[] | null = null;
  #definition: FleetDefinition;
  #source: MemberSource;
  #following: Disposable;
  #leftOut = 0;

  constructor(id: number, definition: FleetDefinition, parts: FleetParts) {
    this.id = id;
    this.#definition = definition;
    this.#parts = parts;
    this.#source = parts.openSource(definition);
    this.#following = this.#source.onChanged(() => this.#follow());
    this.#follow();
  }

  get definition(): FleetDefinition {
    return this.#definition;
  }

  get name(): string {
    return this.#definition.template.name;
  }

  /** Sorted by name, with numbers compared as numbers. */
  get replicas(): readonly Replica[] {
    this.#sorted ??= [...this.#replicas.values()].sort(
      (a, b) => BY_NAME.compare(a.member.name, b.member.name) || BY_NAME.compare(a.key, b.key),
    );
    return this.#sorted;
  }

  get problem(): string | null {
    return this.#source.problem();
  }

  /** Number of members beyond the maximum of a fleet. */
  get leftOut(): number {
    return this.#leftOut;
  }

  get shares(): Shares {
    return this.#shares;
  }

  /** Models that any replica reported, by name. */
  get models(): readonly string[] {
    const names = new Set<string>();
    for (const { models } of this.#replicas.values())
      for (const { name } of models) names.add(name);
    return [...names].sort();
  }

  replica(key: string): Replica | null {
    return this.#replicas.get(key) ?? null;
  }

  /** Called after changes of anything that a page shows; many times a second with many replicas. */
  onChanged(listener: () => void): Disposable {
    return this.#listeners.add(listener);
  }

  /** Changes the definition; replicas whose addresses stay the same are kept. */
  edit(definition: FleetDefinition): void {
    const same = JSON.stringify(definition.template) === JSON.stringify(this.#definition.template);
    this.#definition = definition;
    if (!same) for (const key of this.#replicas.keys()) this.#close(key);
    this.#following[Symbol.dispose]();
    this.#source[Symbol.dispose]();
    this.#source = this.#parts.openSource(definition);
    this.#following = this.#source.onChanged(() => this.#follow());
    this.#follow();
  }

  /** Polls every replica more often until disposed, if there are few. */
  watch(): Disposable {
    const owned = new DisposableStack();
    if (this.#replicas.size <= FEW)
      for (const replica of this.#replicas.values()) owned.use(replica.watch());
    return owned;
  }

  /** Reads every configuration again. */
  readConfigurations(): void {
    for (const replica of this.#replicas.values()) {
      this.#parts.configurations.renew(replica.server.id);
      this.#wantConfigurations(replica);
    }
  }

  [Symbol.dispose](): void {
    this.#following[Symbol.dispose]();
    this.#source[Symbol.dispose]();
    for (const key of this.#replicas.keys()) this.#close(key);
  }

  #follow(): void {
    const all = new Map(this.#source.members().map((member) => [member.key, member]));
    const members = [...all.values()].slice(0, MAX_REPLICAS);
    this.#leftOut = all.size - members.length;
    const keys = new Set(members.map(({ key }) => key));
    for (const [key, { member }] of this.#replicas) {
      if (keys.has(key)) continue;
      this.#close(key);
      this.#parts.report(`Replica ${member.name} left the fleet ${this.name}.`);
    }
    for (const member of members) this.#take(member);
    this.#listeners.emit();
  }

  #take(member: Member): void {
    const there = this.#replicas.get(member.key);
    if (there && sameWay(there.member, member)) {
      there.member = member;
      return;
    }
    const { clock, attach, watch, report } = this.#parts;
    let before: { restarts: number; at: number | null } = { restarts: 0, at: null };
    if (there) {
      before = { restarts: there.restarts + 1, at: clock.now() };
      this.#close(member.key);
      report(`Replica ${member.name} of ${this.name} was replaced: it is at another address now.`);
    }
    const server = this.#open(member);
    if (!server) return;
    const parts = { attached: attach(server), watch: watch(server) };
    const replica = new Replica(member, server, parts, before);
    this.#replicas.set(member.key, replica);
    this.#sorted = null;
    let restarts = replica.restarts;
    server.onStatus(() => this.#listeners.emit());
    replica.onSeen((seen) => {
      if (replica.restarts > restarts) {
        restarts = replica.restarts;
        this.#parts.configurations.renew(server.id);
        report(`Replica ${member.name} of ${this.name} restarted or was replaced.`);
      }
      this.#wantConfigurations(replica);
      this.#shares.add(replica.key, seen);
      this.#listeners.emit();
    });
  }

  /** Null if its address is invalid, which is reported. */
  #open(member: Member): ReturnType<FleetParts["open"]> | null {
    const { open, report } = this.#parts;
    try {
      const connection = toConnection(this.#definition, member);
      return open(replicaServerId(this.id, member.key), connection, member.note || null);
    } catch (error) {
      report(`Replica ${member.name} of ${this.name}: ${StatusError.from(error).message}`);
      return null;
    }
  }

  #wantConfigurations(replica: Replica): void {
    const { models, server, seen } = replica;
    if (!replica.live || !server.capabilities.includes("configuration")) return;
    const stamps = models
      .filter(({ state }) => state === "ready")
      .map(({ name, versions }) => [name, `${versions.join(",")} ${seen?.restarts ?? 0}`] as const);
    this.#parts.configurations.want(server, new Map(stamps));
  }

  #close(key: string): void {
    const replica = this.#replicas.get(key);
    if (!replica) return;
    this.#replicas.delete(key);
    this.#sorted = null;
    this.#shares.forget(key);
    this.#parts.configurations.forget(replica.server.id);
    replica[Symbol.dispose]();
  }
}

function sameWay(a: Member, b: Member): boolean {
  return a.grpc === b.grpc && a.http === b.http && a.metrics === b.metrics && a.name === b.name;
}

/** A replica's own connection. With DNS, certificates are checked against the name instead of the resolved address. */
function toConnection({ template, members }: FleetDefinition, member: Member): Connection {
  const { name, grpc, http, metrics } = member;
  const given = { grpc, http, metrics };
  const addresses = members.kind === "workload" ? forwardedAddresses(members, given) : given;
  const one = { ...template, name: `${template.name} · ${name}`, ...addresses };
  if (members.kind !== "dns" || !members.encrypted || template.tls?.serverName) return one;
  const tls = template.tls ?? { ca: null, certificate: null, key: null, serverName: "" };
  const serverName = members.records === "addresses" ? members.host : "";
  return { ...one, tls: { ...tls, serverName } };
}
