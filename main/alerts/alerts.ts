import { StatusError } from "../../base/status-error.ts";
import type { Clock } from "../../base/clock.ts";
import {
  type AlertDraft,
  type AlertFiring,
  type AlertState,
  fleetServerId,
  type ModelUsage,
} from "../contract/index.ts";
import type { EventSink } from "../events/index.ts";
import { contained } from "../../base/faults.ts";
import { Listeners } from "../../base/listeners.ts";
import type { Observer, Observers } from "../telemetry/index.ts";
import type { AlertStore } from "./alert-store.ts";
import { RuleWatch } from "./rule-watch.ts";
import { type FleetName, type Subject, toSubject, findSubjects } from "./subject.ts";
import { inScope } from "./verdicts.ts";

export interface AlertsOptions {
  readonly observers: Observers;
  readonly store: AlertStore;
  readonly events: EventSink;
  readonly clock: Clock;
  /** If left out, there are no fleets. */
  readonly fleetName?: FleetName;
}

const LOOK_MS = 5000;
const EMIT_DELAY_MS = 1000;

/** Evaluates all rules on all servers. */
export class Alerts implements Disposable {
  readonly #options: AlertsOptions;
  readonly #watches = new Map<number, RuleWatch>();
  readonly #listeners = new Listeners<AlertState>("alerts");
  readonly #owned = new DisposableStack();
  #troubled = false;
  #looking: Disposable | null = null;
  #emitTimer: Disposable | null = null;

  constructor(options: AlertsOptions) {
    this.#options = options;
    const { observers, store, clock } = options;
    for (const firing of store.left())
      store.update({ ...firing, endedAt: clock.now(), endedBy: "console" });
    this.#keep();
    const { rules, unreadable } = store.rules();
    for (const id of unreadable)
      options.events.emit({
        level: "error",
        source: "alerts",
        message: `Alert rule ${id} in the data directory cannot be read; it is kept and left out.`,
      });
    for (const { id, draft, silencedUntil } of rules)
      this.#contained(draft, () => this.#follow(new RuleWatch(id, draft, silencedUntil, options)));
    this.#owned.use(observers.onSeen(({ observer }) => this.#lookAt(observer)));
    this.#owned.use(observers.onChanged(() => this.#observersChanged()));
    this.#lookLater();
  }

  get state(): AlertState {
    const watches = [...this.#watches.values()];
    return {
      rules: watches.map((watch) => watch.rule),
      firing: watches.flatMap((watch) => watch.firing).sort((a, b) => b.firedAt - a.firedAt),
    };
  }

  /** Enabled rules about a single server and one of `models`; rules for each model count if they are firing. */
  rulesAbout(serverId: string, models: ReadonlySet<string>): ModelUsage["alertRules"] {
    return [...this.#watches.values()].flatMap(({ rule, scope }) => {
      const { id, name, condition, enabled } = rule;
      if (!enabled || scope.kind === "whole" || !inScope(scope, serverId)) return [];
      const fires = condition.kind === "notReady";
      if (condition.kind !== "figure" && !fires) return [];
      const isAbout = condition.model === null ? fires : models.has(condition.model);
      return isAbout ? [{ id, name, fires }] : [];
    });
  }

  onState(listener: (state: AlertState) => void): Disposable {
    return this.#listeners.add(listener);
  }

  /** Throws NOT_FOUND. */
  save(id: number | null, draft: AlertDraft): number {
    const { store } = this.#options;
    if (id !== null) {
      const before = this.#watch(id);
      store.change(id, draft);
      before.end("rule");
      this.#follow(new RuleWatch(id, draft, before.rule.silencedUntil, this.#options));
    } else {
      id = store.add(draft);
      this.#follow(new RuleWatch(id, draft, null, this.#options));
    }
    this.#look();
    this.#emitSoon();
    return id;
  }

  remove(id: number): void {
    this.#watch(id).end("rule");
    this.#options.store.remove(id);
    this.#watches.delete(id);
    this.#keep();
    this.#emitSoon();
  }

  silence(id: number, minutes: number): void {
    const until = minutes > 0 ? this.#options.clock.now() + minutes * 60_000 : null;
    this.#watch(id).silence(until);
    this.#options.store.silence(id, until);
    this.#emitSoon();
  }

  acknowledge(firingId: number): void {
    for (const watch of this.#watches.values()) {
      if (!watch.acknowledge(firingId)) continue;
      this.#keep();
      return this.#emitSoon();
    }
    throw new StatusError("NOT_FOUND", "This alert fires no more.");
  }

  past(limit: number): AlertFiring[] {
    return this.#options.store.past(limit);
  }

  [Symbol.dispose](): void {
    this.#looking?.[Symbol.dispose]();
    this.#emitTimer?.[Symbol.dispose]();
    this.#owned.dispose();
  }

  #watch(id: number): RuleWatch {
    const found = this.#watches.get(id);
    if (found) return found;
    throw new StatusError("NOT_FOUND", `There is no alert rule ${id}; it may have been removed.`);
  }

  #follow(watch: RuleWatch): void {
    watch.pin(this.#options.observers.list());
    this.#watches.set(watch.rule.id, watch);
  }

  #observersChanged(): void {
    const observers = this.#options.observers.list();
    for (const watch of this.#watches.values()) {
      watch.endAllBut(new Set([...observers.map(({ server }) => server.id), ...this.#wholes()]));
      watch.pin(observers);
    }
    this.#keep();
    this.#emitSoon();
  }

  /** Checks each server periodically, for changes that no poll triggers. */
  #lookLater(): void {
    this.#looking = this.#options.clock.after(LOOK_MS, () => {
      this.#lookLater();
      this.#look();
    });
  }

  /** Contains an error in one rule, so that the others keep working. */
  #contained<T>({ name }: Pick<AlertDraft, "name">, work: () => T): T | undefined {
    return contained(`the alert rule '${name}'`, work);
  }

  #look(): void {
    const { observers, fleetName = () => null } = this.#options;
    const all = observers.list();
    const wholes = new Set(this.#wholes());
    for (const watch of this.#watches.values())
      if (watch.scope.kind === "whole") watch.endAllBut(wholes);
    this.#each((watch) => findSubjects(watch.scope, all, fleetName));
  }

  #lookAt(observer: Observer): void {
    this.#each((watch) => {
      const subject = toSubject(watch.scope, observer);
      return subject ? [subject] : [];
    });
  }

  #each(subjects: (watch: RuleWatch) => readonly Subject[]): void {
    let changed = false;
    for (const watch of this.#watches.values())
      this.#contained(watch.rule, () => {
        for (const subject of subjects(watch)) changed = watch.look(subject) || changed;
      });
    this.#keep();
    if (changed) this.#emitSoon();
  }

  /** Ids of the existing fleets that rules evaluate as a whole. */
  #wholes(): string[] {
    const { fleetName = () => null } = this.#options;
    return [...this.#watches.values()].flatMap(({ scope }) =>
      scope.kind === "whole" && fleetName(scope.id) !== null ? [fleetServerId(scope.id)] : [],
    );
  }

  /** Failed writes are retried; the failure is reported once. */
  #keep(): void {
    const { store, events } = this.#options;
    try {
      store.flush();
      this.#troubled = false;
    } catch (thrown) {
      if (this.#troubled) return;
      this.#troubled = true;
      const message = `Can't save alert history: ${StatusError.from(thrown).message}`;
      events.emit({ level: "warning", source: "alerts", message });
    }
  }

  /** At most once per second. */
  #emitSoon(): void {
    if (this.#emitTimer || this.#listeners.size === 0) return;
    this.#emitTimer = this.#options.clock.after(EMIT_DELAY_MS, () => {
      this.#emitTimer = null;
      this.#listeners.emit(this.state);
    });
  }
}
