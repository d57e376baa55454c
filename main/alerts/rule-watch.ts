import type { Clock } from "../../base/clock.ts";
import type { AlertDraft, AlertFiring, AlertRule } from "../contract/index.ts";
import type { EventSink } from "../events/index.ts";
import type { Observer } from "../telemetry/index.ts";
import type { AlertStore } from "./alert-store.ts";
import { Course } from "./course.ts";
import type { Subject } from "./subject.ts";
import { inScope, type Judged, worse } from "./verdicts.ts";
import { endMessage, describeFiring } from "./alert-text.ts";

interface Followed {
  readonly serverId: string;
  readonly model: string;
  readonly course: Course;
  firing: AlertFiring | null;
}

interface Parts {
  readonly store: AlertStore;
  readonly events: EventSink;
  readonly clock: Clock;
}

/** One rule on all servers and models in its scope. */
export class RuleWatch {
  readonly #id: number;
  readonly #draft: AlertDraft;
  readonly #parts: Parts;
  readonly #followed = new Map<string, Map<string, Followed>>();
  readonly #pins = new Map<Observer, Disposable>();
  #silencedUntil: number | null;

  constructor(id: number, draft: AlertDraft, silencedUntil: number | null, parts: Parts) {
    this.#id = id;
    this.#draft = draft;
    this.#silencedUntil = silencedUntil;
    this.#parts = parts;
  }

  get rule(): AlertRule {
    const states = this.#all().map(({ course }) => course.state);
    const count = (state: string) => states.filter((each) => each === state).length;
    const silencedUntil = this.#silenced ? this.#silencedUntil : null;
    const [pending, firing] = [count("pending"), count("firing")];
    return { ...this.#draft, id: this.#id, silencedUntil, pending, firing };
  }

  get firing(): AlertFiring[] {
    return this.#all().flatMap(({ firing }) => firing ?? []);
  }

  get scope(): AlertDraft["scope"] {
    return this.#draft.scope;
  }

  /** Evaluates a server or fleet; returns whether anything visible changed. */
  look(subject: Subject): boolean {
    const { enabled, condition } = this.#draft;
    const { id } = subject;
    if (!enabled) return false;
    const followed = this.#followed.get(id) ?? new Map<string, Followed>();
    this.#followed.set(id, followed);
    let changed = false;
    const judged = subject.judged(condition);
    for (const each of judged) changed = this.#step(subject, followed, each) || changed;
    const judgedModels = new Set(judged.map(({ model }) => model));
    for (const { model } of followed.values())
      if (!judgedModels.has(model))
        changed = this.#step(subject, followed, { model, holds: null, value: null }) || changed;
    return changed;
  }

  silence(until: number | null): void {
    this.#silencedUntil = until;
  }

  /** Returns whether the firing belongs to this rule. */
  acknowledge(firingId: number): boolean {
    const found = this.#all().find(({ firing }) => firing?.id === firingId);
    if (!found?.firing) return false;
    found.firing = { ...found.firing, acknowledgedAt: this.#parts.clock.now() };
    this.#parts.store.update(found.firing);
    return true;
  }

  /** Keeps its metric recorded on the servers in its scope. */
  pin(observers: readonly Observer[]): void {
    const { enabled, scope, condition } = this.#draft;
    if (condition.kind !== "metric" || !enabled) return;
    for (const observer of this.#pins.keys())
      if (!observers.includes(observer)) this.#pins.delete(observer);
    for (const observer of observers)
      if (inScope(scope, observer.server.id) && !this.#pins.has(observer))
        this.#pins.set(observer, observer.subscriptions.pin(condition.key));
  }

  /** Ends its firings and stops evaluating. */
  end(by: "rule" | "gone"): void {
    for (const followed of this.#all()) this.#close(followed, by);
    this.#followed.clear();
    for (const pin of this.#pins.values()) pin[Symbol.dispose]();
    this.#pins.clear();
  }

  /** Ends the firings of removed servers. */
  endAllBut(serverIds: ReadonlySet<string>): void {
    for (const [serverId, followed] of this.#followed) {
      if (serverIds.has(serverId)) continue;
      for (const each of followed.values()) this.#close(each, "gone");
      this.#followed.delete(serverId);
    }
  }

  get #silenced(): boolean {
    return this.#silencedUntil !== null && this.#silencedUntil > this.#parts.clock.now();
  }

  #all(): Followed[] {
    return [...this.#followed.values()].flatMap((each) => [...each.values()]);
  }

  #step(subject: Subject, all: Map<string, Followed>, { model, holds, value }: Judged): boolean {
    const known = all.get(model);
    if (!known && holds !== true) return false;
    const { condition, forSeconds } = this.#draft;
    const followed = known ?? {
      serverId: subject.id,
      model,
      course: new Course(forSeconds),
      firing: null,
    };
    all.set(model, followed);
    const before = followed.course.state;
    const t = this.#parts.clock.monotonic();
    const turn = followed.course.step(t, holds);
    const { firing } = followed;
    if (turn === "fired") this.#fire(subject, followed, value);
    else if (turn) this.#close(followed, turn);
    else if (firing && value !== null && value !== firing.value)
      followed.firing = { ...firing, value, worst: worse(condition, firing.worst, value) };
    if (followed.course.isFresh(t)) all.delete(model);
    this.#speakUp(followed);
    return before !== followed.course.state || followed.firing !== firing;
  }

  #fire({ id, name: server }: Subject, followed: Followed, value: number | null): void {
    const { model } = followed;
    const { name, severity } = this.#draft;
    const where = { server, model };
    const silenced = this.#silenced;
    const firing = {
      ruleId: this.#id,
      rule: name,
      severity,
      serverId: id,
      ...where,
      firedAt: this.#parts.clock.now(),
      endedAt: null,
      endedBy: null,
      acknowledgedAt: null,
      silenced,
      value,
      worst: value,
      detail: describeFiring(this.#draft, where, value),
    };
    followed.firing = this.#parts.store.begin(firing);
    if (!silenced) this.#report(severity, firing);
  }

  /** Reports firings that are still active when their silence ends. */
  #speakUp(followed: Followed): void {
    const { firing } = followed;
    if (!firing?.silenced || this.#silenced) return;
    followed.firing = { ...firing, silenced: false };
    this.#parts.store.update(followed.firing);
    this.#report(firing.severity, firing);
  }

  #close(followed: Followed, endedBy: NonNullable<AlertFiring["endedBy"]>): void {
    const { firing } = followed;
    if (!firing) return;
    followed.firing = null;
    this.#parts.store.update({ ...firing, endedAt: this.#parts.clock.now(), endedBy });
    if (firing.silenced || this.#silenced) return;
    if (endedBy === "well" || endedBy === "unknown")
      this.#emit("info", firing, endMessage(firing.rule, firing, endedBy));
  }

  #report(
    level: "warning" | "error",
    firing: Pick<AlertFiring, "rule" | "detail" | "serverId" | "model">,
  ): void {
    this.#emit(level, firing, `${firing.rule}: ${firing.detail}`);
  }

  #emit(
    level: "info" | "warning" | "error",
    { serverId, model }: Pick<AlertFiring, "serverId" | "model">,
    message: string,
  ): void {
    const mark = { kind: "alert" as const, serverId, ...(model !== "" && { model }) };
    this.#parts.events.emit({ level, source: "alerts", message, mark });
  }
}
