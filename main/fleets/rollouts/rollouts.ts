import { StatusError } from "../../../base/status-error.ts";
import type { Clock } from "../../../base/clock.ts";
import type { ChangeProbes } from "../../change-probes/index.ts";
import { readText } from "../../configs/index.ts";
import type {
  ModelUsage,
  Rollout,
  RolloutPlan,
  RolloutStep,
  rolloutRequests,
  rolloutTopics,
} from "../../contract/index.ts";
import type { EventSink } from "../../events/index.ts";
import { Listeners } from "../../../base/listeners.ts";
import type { DomainHandlers } from "../../rpc/index.ts";
import type { Db } from "../../store/index.ts";
import type { Fleet } from "../fleet.ts";
import type { Fleets } from "../fleets.ts";
import type { Replica } from "../replica.ts";
import { type KeptRollout, RolloutStore } from "./rollout-store.ts";
import { type ConfigPort, RolloutRun } from "./rollout-run.ts";

interface RolloutsOptions {
  readonly fleets: Fleets;
  readonly configs: ConfigPort;
  readonly probes: Pick<ChangeProbes, "begin">;
  readonly db: Db;
  readonly clock: Clock;
  readonly events: EventSink;
}

type Handlers = DomainHandlers<keyof typeof rolloutRequests, keyof typeof rolloutTopics>;

/** Rollouts of configurations over fleets; at most one at a time per fleet. */
export class Rollouts implements AsyncDisposable {
  readonly #options: RolloutsOptions;
  readonly #store: RolloutStore;
  /** By fleet. */
  readonly #running = new Map<number, { readonly run: RolloutRun; readonly done: Promise<void> }>();
  /** With a rollout if only that changed; without if the list changed. */
  readonly #listeners = new Listeners<{ readonly fleetId: number; readonly rollout?: Rollout }>(
    "fleets",
  );

  constructor(options: RolloutsOptions) {
    this.#options = options;
    this.#store = new RolloutStore(options.db);
    for (const { id } of options.fleets.list())
      for (const kept of this.#store.list(id)) this.#recover(kept);
  }

  /** Running or paused rollouts of a model over a fleet. */
  openOver(fleet: ModelUsage["fleets"][number], model: string): ModelUsage["rollouts"] {
    return this.#store.list(fleet.id).flatMap(({ rollout: { plan, state } }) => {
      const isOpen = state === "running" || state === "paused";
      return isOpen && plan.model === model
        ? [{ fleetId: fleet.id, fleet: fleet.name, state }]
        : [];
    });
  }

  get requests(): Handlers["requests"] {
    return {
      "fleets.startRollout": (plan) => ({ rolloutId: this.#start(plan) }),
      "fleets.pauseRollout": ({ rolloutId }) => {
        this.#underWay(rolloutId).pause();
        return {};
      },
      "fleets.resumeRollout": ({ rolloutId }) => {
        const kept = this.#idle(rolloutId);
        if (!RESUMABLE.has(kept.rollout.state))
          throw precondition(`Rollout ${rolloutId} is over and can't be resumed.`);
        this.#run(kept, (run) => run.go());
        return {};
      },
      "fleets.cancelRollout": ({ rolloutId }) => {
        this.#cancel(rolloutId);
        return {};
      },
      "fleets.restoreRollout": ({ rolloutId, replica }) => {
        const kept = this.#idle(rolloutId);
        const changed = kept.rollout.steps.filter(
          (step) => step.changed && (replica === "" || step.replica === replica),
        );
        if (changed.length === 0)
          throw precondition(
            "There is nothing to restore: no replica has the rollout's configuration.",
          );
        for (const step of changed) this.#refuseUnderLater(kept.rollout, step);
        const { steps } = kept.rollout;
        const rest = steps.filter((step) => step.changed).length - changed.length;
        const words =
          rest === 0
            ? "Restored."
            : `${rest} of ${steps.length} replicas have the new configuration.`;
        this.#run(kept, (run) =>
          run.restore(
            changed.map((step) => step.replica),
            rest === 0 ? "putBack" : "cancelled",
            words,
          ),
        );
        return {};
      },
      "fleets.removeRollout": ({ rolloutId }) => {
        const { rollout } = this.#idle(rolloutId);
        this.#store.remove(rolloutId);
        this.#listeners.emit({ fleetId: rollout.plan.fleetId });
        return {};
      },
    };
  }

  get topics(): Handlers["topics"] {
    return {
      "fleets.rollouts": ({ fleetId }, sink) => {
        let shown = this.#store.list(fleetId).map(({ rollout }) => textless(rollout));
        sink.event(shown);
        return this.#listeners.add(({ fleetId: id, rollout }) => {
          if (id !== fleetId) return;
          shown = rollout
            ? shown.map((each) => (each.id === rollout.id ? textless(rollout) : each))
            : this.#store.list(fleetId).map((kept) => textless(kept.rollout));
          sink.event(shown);
        });
      },
    };
  }

  /** Throws FAILED_PRECONDITION during a rollout, whose replicas must not change. */
  refuseDuringRollout(fleetId: number, what: string): void {
    const running = this.#running.get(fleetId);
    if (running)
      throw precondition(
        `Rollout ${running.run.rollout.id} of '${running.run.rollout.plan.model}' is running; pause it or wait for its end before the fleet is ${what}.`,
      );
  }

  /** Resolves after the load in progress. */
  async [Symbol.asyncDispose](): Promise<void> {
    const running = [...this.#running.values()];
    for (const { run } of running) run.cancel("interrupted");
    await Promise.all(running.map(({ done }) => done));
  }

  #start(plan: RolloutPlan): number {
    const { fleets, clock, events } = this.#options;
    const fleet = fleets.get(plan.fleetId);
    this.#refuseSecond(plan.fleetId);
    readText(plan.text, plan.model);
    const steps = replicasFor(fleet, plan).map((replica) => makeStep(replica));
    const rollout = this.#store.create({
      plan,
      state: "running",
      words: "",
      startedAt: clock.now(),
      endedAt: null,
      steps,
    });
    const message = `A configuration of '${plan.model}' is rolled out over ${fleet.name}.`;
    events.emit({
      level: "info",
      source: "fleets",
      message,
      mark: { kind: "config", model: plan.model },
    });
    this.#listeners.emit({ fleetId: plan.fleetId });
    this.#run({ rollout, held: {} }, (run) => run.go());
    return rollout.id;
  }

  #run(kept: KeptRollout, work: (run: RolloutRun) => Promise<void>): void {
    const { fleets, configs, probes, clock } = this.#options;
    const { fleetId } = kept.rollout.plan;
    this.#refuseSecond(fleetId);
    const fleet = fleets.get(fleetId);
    const run = new RolloutRun({
      kept,
      findReplica: (key) => fleet.replica(key),
      configs,
      probes,
      clock,
      changed: (now) => {
        this.#store.save(now);
        this.#listeners.emit({ fleetId, rollout: now.rollout });
      },
    });
    const done = work(run)
      .catch((thrown: unknown) => this.#broken(run, StatusError.from(thrown)))
      .finally(() => {
        this.#running.delete(fleetId);
        fleet.readConfigurations();
        this.#emitEnd(fleet, run.rollout);
      });
    this.#running.set(fleetId, { run, done });
  }

  /** The rollout stopped because its progress couldn't be stored. */
  #broken(run: RolloutRun, { message }: StatusError): void {
    const { id, plan } = run.rollout;
    this.#options.events.emit({
      level: "error",
      source: "fleets",
      message: `Rollout ${id} of '${plan.model}' was stopped: ${message}`,
    });
    this.#listeners.emit({ fleetId: plan.fleetId });
  }

  /** Throws if a later rollout has changed the replica since, whose text would be lost. */
  #refuseUnderLater({ id, plan }: Rollout, { replica, name }: RolloutStep): void {
    const later = this.#store
      .list(plan.fleetId)
      .find(
        ({ rollout }) =>
          rollout.id > id &&
          rollout.plan.model === plan.model &&
          rollout.steps.some((step) => step.replica === replica && step.changed),
      );
    if (later)
      throw precondition(
        `Rollout ${later.rollout.id} has changed ${name} since; restore that one first.`,
      );
  }

  #emitEnd(fleet: Fleet, { state, words, plan }: Rollout): void {
    const level = state === "failed" ? "error" : "info";
    const message = `The rollout of '${plan.model}' over ${fleet.name}: ${words}`;
    this.#options.events.emit({ level, source: "fleets", message });
  }

  #cancel(id: number): void {
    const { rollout } = this.#store.get(id);
    const running = this.#running.get(rollout.plan.fleetId);
    if (running?.run.rollout.id === id) return running.run.cancel();
    if (!RESUMABLE.has(rollout.state)) throw precondition(`Rollout ${id} is over already.`);
    const words = "Cancelled.";
    const { held } = this.#store.get(id);
    this.#store.save({
      rollout: { ...rollout, state: "cancelled", words, endedAt: this.#options.clock.now() },
      held,
    });
    this.#listeners.emit({ fleetId: rollout.plan.fleetId });
  }

  #underWay(id: number): RolloutRun {
    for (const { run } of this.#running.values()) if (run.rollout.id === id) return run;
    throw precondition(`Rollout ${id} is not running.`);
  }

  #idle(id: number): KeptRollout {
    const kept = this.#store.get(id);
    this.#refuseSecond(kept.rollout.plan.fleetId);
    return kept;
  }

  #refuseSecond(fleetId: number): void {
    const running = this.#running.get(fleetId);
    if (running)
      throw precondition(
        `Rollout ${running.run.rollout.id} is running in this fleet; there is one at a time.`,
      );
  }

  /** Recovers a rollout that was running when the console ended. */
  #recover({ rollout, held }: KeptRollout): void {
    if (rollout.state !== "running" && rollout.state !== "puttingBack") return;
    const steps = rollout.steps.map((step): RolloutStep => {
      if (step.state === "measuring") return { ...step, state: "waiting", words: "" };
      if (!["applying", "watching", "puttingBack"].includes(step.state)) return step;
      const words = "The console ended during the change; what serves there is unknown.";
      return { ...step, state: "unknown", words };
    });
    // One that was being restored had failed, so it must not be resumed.
    const news =
      rollout.state === "running"
        ? ({
            state: "interrupted",
            words: "The console ended while it was running. It can be resumed or rolled back.",
          } as const)
        : ({
            state: "failed",
            words: "The console ended while replicas were restored. Restore those that are left.",
          } as const);
    this.#store.save({ rollout: { ...rollout, ...news, steps }, held });
  }
}

const RESUMABLE: ReadonlySet<Rollout["state"]> = new Set(["paused", "interrupted"]);

function replicasFor(fleet: Fleet, { model, replicas }: RolloutPlan): readonly Replica[] {
  const has = ({ models }: Replica) => models.some(({ name }) => name === model);
  const chosen =
    replicas.length === 0
      ? fleet.replicas.filter(has)
      : [...new Set(replicas)].map((key) => {
          const replica = fleet.replica(key);
          if (replica && has(replica)) return replica;
          if (replica) throw precondition(`${replica.member.name} has no model '${model}'.`);
          throw new StatusError("NOT_FOUND", `${fleet.name} has no replica '${key}'.`);
        });
  if (chosen.length === 0)
    throw precondition(`No replica of ${fleet.name} has a model '${model}'.`);
  for (const { member, server, status } of chosen) {
    if (status.state !== "live")
      throw precondition(`${member.name} doesn't answer; fix it or leave it out, then roll out.`);
    const missing = (["load", "configuration"] as const).find(
      (each) => !server.capabilities.includes(each),
    );
    if (missing)
      throw precondition(
        missing === "load"
          ? `${member.name} takes no loads by call, so that nothing can be rolled out to it. Triton does with --model-control-mode=explicit.`
          : `${member.name} has no configurations that could be rolled out to it.`,
      );
  }
  return chosen;
}

/** The rollout without its text, which lists don't need and which may be long. */
function textless(rollout: Rollout): Rollout {
  return { ...rollout, plan: { ...rollout.plan, text: "" } };
}

function makeStep({ key, server, member }: Replica): RolloutStep {
  return {
    replica: key,
    serverId: server.id,
    name: member.name,
    state: "waiting",
    at: null,
    words: "",
    changed: false,
    changes: [],
    readBack: [],
    before: null,
    after: null,
    probe: null,
  };
}

function precondition(message: string): StatusError {
  return new StatusError("FAILED_PRECONDITION", message);
}
