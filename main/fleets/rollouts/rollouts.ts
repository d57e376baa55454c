import { StatusError } from "../../../engine/protocol/status.ts";
import type { Clock } from "../../clock.ts";
import { readText } from "../../configs/index.ts";
import type {
  Rollout,
  RolloutPlan,
  RolloutStep,
  rolloutRequests,
  rolloutTopics,
} from "../../contract/index.ts";
import type { EventSink } from "../../events/index.ts";
import { Listeners } from "../../listeners.ts";
import type { DomainHandlers } from "../../rpc/handlers.ts";
import type { Db } from "../../store/index.ts";
import type { Fleet } from "../fleet.ts";
import type { Fleets } from "../fleets.ts";
import type { Replica } from "../replica.ts";
import { type KeptRollout, RolloutStore } from "./rollout-store.ts";
import { type ConfigDoor, RolloutRun } from "./rollout-run.ts";

interface RolloutsOptions {
  readonly fleets: Fleets;
  readonly configs: ConfigDoor;
  readonly db: Db;
  readonly clock: Clock;
  readonly events: EventSink;
}

type Handlers = DomainHandlers<keyof typeof rolloutRequests, keyof typeof rolloutTopics>;

/** Changes of configurations over fleets, at most one at a time in each. */
export class Rollouts implements AsyncDisposable {
  readonly #options: RolloutsOptions;
  readonly #store: RolloutStore;
  /** By fleet. */
  readonly #running = new Map<number, { readonly run: RolloutRun; readonly done: Promise<void> }>();
  readonly #listeners = new Listeners<number>();

  constructor(options: RolloutsOptions) {
    this.#options = options;
    this.#store = new RolloutStore(options.db);
    for (const { id } of options.fleets.list())
      for (const kept of this.#store.list(id)) this.#takeUp(kept);
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
          throw precondition(`Roll-out ${rolloutId} is over and cannot go on.`);
        this.#run(kept, (run) => run.go());
        return {};
      },
      "fleets.cancelRollout": ({ rolloutId }) => {
        this.#cancel(rolloutId);
        return {};
      },
      "fleets.putBackRollout": ({ rolloutId, replica }) => {
        const kept = this.#idle(rolloutId);
        const changed = kept.rollout.steps.filter(
          (step) => step.changed && (replica === "" || step.replica === replica),
        );
        if (changed.length === 0)
          throw precondition("There is nothing to put back: no replica serves with it.");
        const words = replica === "" ? "Put back." : kept.rollout.words;
        const end = kept.rollout.steps.filter((step) => step.changed).length === changed.length;
        this.#run(kept, (run) =>
          run.putBack(
            changed.map((step) => step.replica),
            end ? "putBack" : "failed",
            words,
          ),
        );
        return {};
      },
      "fleets.removeRollout": ({ rolloutId }) => {
        const { rollout } = this.#idle(rolloutId);
        this.#store.remove(rolloutId);
        this.#listeners.tell(rollout.plan.fleetId);
        return {};
      },
    };
  }

  get topics(): Handlers["topics"] {
    return {
      "fleets.rollouts": ({ fleetId }, sink) => {
        const publish = () => sink.event(this.#store.list(fleetId).map(({ rollout }) => rollout));
        publish();
        return this.#listeners.add((id) => id === fleetId && publish());
      },
    };
  }

  /** Ends what is under way in a fleet that is to be removed. */
  forget(fleetId: number): void {
    this.#running.get(fleetId)?.run.cancel();
  }

  /** Resolves when what was begun on a replica is finished. */
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
    const steps = replicasFor(fleet, plan).map((replica) => stepOf(replica));
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
    this.#run({ rollout, held: {} }, (run) => run.go());
    return rollout.id;
  }

  #run(kept: KeptRollout, work: (run: RolloutRun) => Promise<void>): void {
    const { fleets, configs, clock } = this.#options;
    const { fleetId } = kept.rollout.plan;
    this.#refuseSecond(fleetId);
    const fleet = fleets.get(fleetId);
    const run = new RolloutRun({
      kept,
      replicaOf: (key) => fleet.replica(key),
      configs,
      clock,
      changed: (now) => {
        this.#store.save(now);
        this.#listeners.tell(fleetId);
      },
    });
    const done = work(run).finally(() => {
      this.#running.delete(fleetId);
      fleet.readConfigurations();
      this.#tellEnd(fleet, run.rollout);
    });
    this.#running.set(fleetId, { run, done });
  }

  #tellEnd(fleet: Fleet, { state, words, plan }: Rollout): void {
    const level = state === "failed" ? "error" : "info";
    const message = `The roll-out of '${plan.model}' over ${fleet.name}: ${words}`;
    this.#options.events.emit({ level, source: "fleets", message });
  }

  #cancel(id: number): void {
    const { rollout } = this.#store.get(id);
    const running = this.#running.get(rollout.plan.fleetId);
    if (running?.run.rollout.id === id) return running.run.cancel();
    if (!RESUMABLE.has(rollout.state)) throw precondition(`Roll-out ${id} is over already.`);
    const words = "Cancelled.";
    const { held } = this.#store.get(id);
    this.#store.save({
      rollout: { ...rollout, state: "cancelled", words, endedAt: this.#options.clock.now() },
      held,
    });
    this.#listeners.tell(rollout.plan.fleetId);
  }

  #underWay(id: number): RolloutRun {
    for (const { run } of this.#running.values()) if (run.rollout.id === id) return run;
    throw precondition(`Roll-out ${id} is not under way.`);
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
        `Roll-out ${running.run.rollout.id} is under way in this fleet; there is one at a time.`,
      );
  }

  /** One that a console left under way when it ended. */
  #takeUp({ rollout, held }: KeptRollout): void {
    if (rollout.state !== "running" && rollout.state !== "puttingBack") return;
    const steps = rollout.steps.map((step): RolloutStep => {
      if (step.state === "measuring") return { ...step, state: "waiting", words: "" };
      if (!["applying", "watching", "puttingBack"].includes(step.state)) return step;
      const words = "The console ended amid it; what serves there is not known.";
      return { ...step, state: "unknown", words };
    });
    const words = "The console ended while it was under way. It can go on, or be put back.";
    this.#store.save({ rollout: { ...rollout, state: "interrupted", words, steps }, held });
  }
}

const RESUMABLE: ReadonlySet<Rollout["state"]> = new Set(["paused", "interrupted"]);

function replicasFor(fleet: Fleet, { model, replicas }: RolloutPlan): readonly Replica[] {
  const has = ({ models }: Replica) => models.some(({ name }) => name === model);
  const chosen =
    replicas.length === 0
      ? fleet.replicas.filter(has)
      : replicas.map((key) => {
          const replica = fleet.replica(key);
          if (replica) return replica;
          throw new StatusError("NOT_FOUND", `${fleet.name} has no replica '${key}'.`);
        });
  if (chosen.length === 0)
    throw precondition(`No replica of ${fleet.name} has a model '${model}'.`);
  for (const { member, server, status } of chosen) {
    if (status.state !== "live")
      throw precondition(`${member.name} does not answer; mend it or leave it out, then roll out.`);
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

function stepOf({ key, server, member }: Replica): RolloutStep {
  return {
    replica: key,
    serverId: server.id,
    name: member.name,
    state: "waiting",
    at: null,
    words: "",
    changed: false,
    readBack: [],
    before: null,
    after: null,
  };
}

function precondition(message: string): StatusError {
  return new StatusError("FAILED_PRECONDITION", message);
}
