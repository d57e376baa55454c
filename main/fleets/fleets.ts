import { StatusError } from "../../base/status-error.ts";
import type { Clock } from "../../base/clock.ts";
import type { Unreadable } from "../contract/index.ts";
import type { EventSink } from "../events/index.ts";
import { Listeners } from "../../base/listeners.ts";
import { type Db, type UnreadableRow, unreadableRow } from "../store/index.ts";
import { Configurations } from "./configurations.ts";
import { Fleet, type FleetParts } from "./fleet.ts";
import { type FleetDefinition, FleetStore } from "./fleet-store.ts";
import type { MemberSource, WorkloadSource } from "./members.ts";
import { DnsMembers } from "./members/dns.ts";
import { listedMembers } from "./members/listed.ts";
import type { Resolver } from "./members/resolver.ts";
import type { ReplicaPorts } from "./ports.ts";

export interface FleetsOptions extends ReplicaPorts {
  readonly db: Db;
  readonly clock: Clock;
  readonly events: EventSink;
  readonly resolver: Resolver;
  readonly workloads: WorkloadSource;
}

const LIMIT = 20;

/** The stored fleets. */
export class Fleets implements Disposable {
  readonly configurations: Configurations;
  readonly #options: FleetsOptions;
  readonly #store: FleetStore;
  readonly #fleets = new Map<number, Fleet>();
  readonly #unreadable = new Map<string, UnreadableRow>();
  readonly #listeners = new Listeners<void>("fleets");

  constructor(options: FleetsOptions) {
    this.#options = options;
    this.#store = new FleetStore(options.db);
    this.configurations = new Configurations(options.clock);
    const { fleets, unreadable } = this.#store.list();
    for (const { id, ...definition } of fleets) {
      try {
        this.#open(id, definition);
      } catch (error) {
        const row = { id: String(id), stored: definition, fallback: `Fleet ${id}` };
        unreadable.push(unreadableRow(row, StatusError.from(error).message));
      }
    }
    for (const row of unreadable) {
      this.#unreadable.set(row.id, row);
      this.#emitEvent("error", `Can't open ${row.name}, a stored fleet. ${row.reason} See Fleets.`);
    }
  }

  list(): readonly Fleet[] {
    return [...this.#fleets.values()];
  }

  /** Throws NOT_FOUND. */
  get(id: number): Fleet {
    const fleet = this.#fleets.get(id);
    if (fleet) return fleet;
    throw new StatusError("NOT_FOUND", `There is no fleet ${id}; it may have been removed.`);
  }

  /** Called when a fleet is added, edited or removed. */
  onChanged(listener: () => void): Disposable {
    return this.#listeners.add(listener);
  }

  add(definition: FleetDefinition): Fleet {
    if (this.#fleets.size >= LIMIT)
      throw new StatusError(
        "RESOURCE_EXHAUSTED",
        `There are ${LIMIT} fleets already; remove one first.`,
      );
    const fleet = this.#open(this.#store.add(definition), definition);
    this.#listeners.emit();
    return fleet;
  }

  edit(id: number, definition: FleetDefinition): void {
    const fleet = this.get(id);
    this.#store.save(id, definition);
    fleet.edit(definition);
    this.#listeners.emit();
  }

  remove(id: number): void {
    const fleet = this.get(id);
    this.#store.remove(id);
    this.#fleets.delete(id);
    this.#listeners.emit();
    fleet[Symbol.dispose]();
  }

  /** Stored fleets that couldn't be opened at the start. */
  unreadable(): Unreadable[] {
    return [...this.#unreadable.values()].map(({ id, name, reason }) => ({ id, name, reason }));
  }

  /** Deletes a stored fleet that can't be opened; returns what was stored. Throws NOT_FOUND. */
  removeUnreadable(id: string): UnreadableRow {
    const row = this.#unreadable.get(id);
    if (!row) throw new StatusError("NOT_FOUND", `No unreadable fleet has the id ${id}.`);
    this.#store.remove(Number(id));
    this.#unreadable.delete(id);
    this.#listeners.emit();
    return row;
  }

  [Symbol.dispose](): void {
    this.configurations[Symbol.dispose]();
    for (const fleet of this.#fleets.values()) fleet[Symbol.dispose]();
    this.#fleets.clear();
  }

  #open(id: number, definition: FleetDefinition): Fleet {
    const { clock, open, attach, watch } = this.#options;
    const parts: FleetParts = {
      clock,
      open,
      attach,
      watch,
      configurations: this.configurations,
      openSource: (each) => this.#openSource(each),
      report: (message) => this.#emitEvent("info", message),
    };
    const fleet = new Fleet(id, definition, parts);
    this.#fleets.set(id, fleet);
    return fleet;
  }

  #openSource({ members }: FleetDefinition): MemberSource {
    const { resolver, clock, workloads } = this.#options;
    switch (members.kind) {
      case "listed":
        return listedMembers(members);
      case "dns":
        return new DnsMembers(members, resolver, clock);
      case "workload":
        return workloads(members.workload);
    }
  }

  #emitEvent(level: "info" | "error", message: string): void {
    this.#options.events.emit({ level, source: "fleets", message });
  }
}
