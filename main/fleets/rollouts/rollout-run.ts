import { StatusError } from "../../../engine/protocol/status.ts";
import type { Clock } from "../../clock.ts";
import type { AppliedConfig, Rollout, RolloutStep } from "../../contract/index.ts";
import type { HeldConfig } from "../../configs/index.ts";
import type { Replica } from "../replica.ts";
import { notCompared, regression } from "./judge.ts";
import type { KeptRollout } from "./rollout-store.ts";
import { watchFigures } from "./watch-figures.ts";

interface ModelOnServer {
  readonly serverId: string;
  readonly model: string;
}

/** How configurations are changed on one server. */
export interface ConfigDoor {
  /** What serves now, to be put back later. */
  held(key: ModelOnServer): Promise<HeldConfig>;
  /** Lets a text serve from the server alone. */
  serve(
    key: ModelOnServer,
    text: string,
    note: string,
  ): Promise<Pick<AppliedConfig, "readBack" | "stopped">>;
  putBack(key: ModelOnServer, held: HeldConfig, note: string): Promise<void>;
}

interface RunParts {
  readonly kept: KeptRollout;
  /** Null where it does not belong to the fleet any more. */
  readonly replicaOf: (key: string) => Replica | null;
  readonly configs: ConfigDoor;
  readonly clock: Clock;
  /** Keeps and tells each change. */
  readonly changed: (kept: KeptRollout) => void;
}

/** A check that said no; the replica serves with the new configuration. */
class Refused extends Error {}

/** One roll-out while it is under way: one replica at a time, none before the one before was found well. */
export class RolloutRun {
  readonly #parts: RunParts;
  readonly #cancelled = new AbortController();
  #kept: KeptRollout;
  #pausing = false;
  #cancelledAs: "cancelled" | "interrupted" = "cancelled";

  constructor(parts: RunParts) {
    this.#parts = parts;
    this.#kept = parts.kept;
  }

  get rollout(): Rollout {
    return this.#kept.rollout;
  }

  pause(): void {
    this.#pausing = true;
  }

  /** `interrupted`: it can go on later. What was begun on a replica is finished, but for watching it. */
  cancel(as: "cancelled" | "interrupted" = "cancelled"): void {
    this.#cancelled.abort();
    this.#cancelledAs = as;
  }

  /** Takes the replicas that wait, in their order. Never rejects: what goes wrong is the roll-out's state. */
  async go(): Promise<void> {
    this.#set({ state: "running", words: "", endedAt: null });
    for (const { replica } of this.rollout.steps) {
      const step = this.#step(replica);
      if (step.state !== "waiting" && step.state !== "unknown") continue;
      if (this.#cancelled.signal.aborted) break;
      if (this.#pausing) return this.#set({ state: "paused", words: "Paused." });
      const failure = await this.#take(step);
      if (failure === null) continue;
      if (this.#cancelled.signal.aborted) break;
      return await this.#fail(step, failure);
    }
    if (this.#cancelled.signal.aborted) return this.#end(this.#cancelledAs, this.#cancelWords());
    this.#end("done", "Every replica serves with it.");
  }

  /** `keys`: whose; in the reverse order of their change. Those that cannot be put back now say so and stay changed. */
  async putBack(keys: readonly string[], end: "failed" | "putBack", words: string): Promise<void> {
    this.#set({ state: "puttingBack" });
    let left = 0;
    for (const key of keys.toReversed()) if (!(await this.#putBackOne(key))) left += 1;
    const rest =
      left === 0
        ? ""
        : ` ${left === 1 ? "One replica" : `${left} replicas`} could not be put back.`;
    const remain = this.rollout.steps.some(({ changed }) => changed);
    this.#end(end === "putBack" && remain ? "failed" : end, `${words}${rest}`.trim());
  }

  async #take(step: RolloutStep): Promise<string | null> {
    const { replica: key, serverId } = step;
    const { plan } = this.rollout;
    const { configs, clock, replicaOf } = this.#parts;
    const replica = replicaOf(key);
    if (!replica) return this.#failed(key, "It does not belong to the fleet any more.");
    const { signal } = this.#cancelled;
    const target = { serverId, model: plan.model };
    try {
      let { before } = step;
      if (plan.watchSeconds > 0 && !step.changed) {
        this.#change(key, {
          state: "measuring",
          words: "Watching what it does now.",
          at: clock.now(),
        });
        before = await watchFigures(replica, plan.model, plan.watchSeconds, clock, signal);
      }
      const held = this.#kept.held[key] ?? (await configs.held(target));
      this.#kept = { ...this.#kept, held: { ...this.#kept.held, [key]: held } };
      this.#change(key, {
        state: "applying",
        words: "Loading.",
        before,
        at: clock.now(),
        changed: true,
      });
      const done = await this.#serve(key, target);
      this.#change(key, { readBack: done.readBack?.changed ?? [] });
      await this.#check(replica, done);
      if (plan.watchSeconds === 0) return this.#done(key, "Serves with it.");
      this.#change(key, { state: "watching", words: "Watching what it does with it." });
      const after = await watchFigures(replica, plan.model, plan.watchSeconds, clock, signal);
      this.#change(key, { after });
      const worse = before && regression(before, after, plan.limits);
      if (worse) return this.#failed(key, worse);
      return this.#done(key, `Serves with it. ${before ? notCompared(before, after) : ""}`.trim());
    } catch (error) {
      if (signal.aborted && !(error instanceof Refused)) return this.#leave(key);
      return this.#failed(key, (error as Error).message);
    }
  }

  async #serve(key: string, target: ModelOnServer) {
    const { plan } = this.rollout;
    try {
      return await this.#parts.configs.serve(target, plan.text, plan.note || "Rolled out");
    } catch (thrown) {
      const error = StatusError.from(thrown);
      // A server that says no serves on as before; of one that fell silent nobody knows.
      const silent = error.code === "UNAVAILABLE" || error.code === "DEADLINE_EXCEEDED";
      if (!silent) this.#change(key, { changed: false });
      throw error;
    }
  }

  async #check(replica: Replica, done: Pick<AppliedConfig, "readBack" | "stopped">): Promise<void> {
    const { model } = this.rollout.plan;
    if (done.readBack === null)
      throw new Refused("The new configuration could not be read back after the load.");
    const [difference] = done.readBack.changed;
    if (difference)
      throw new Refused(
        `It serves with another '${difference.path}' than asked: ${difference.after ?? "none"} in place of ${difference.before ?? "none"}.`,
      );
    const [stopped] = done.stopped;
    if (stopped) throw new Refused(`The load stopped '${stopped.model}'. ${stopped.reason}`.trim());
    const { ready } = await replica.server.modelDetail(model);
    if (!ready) throw new Refused(`'${model}' is not ready after the load.`);
  }

  async #fail({ replica, name }: RolloutStep, words: string): Promise<void> {
    const { onFailure } = this.rollout.plan;
    const told = `${name}: ${words}`;
    const changed = this.rollout.steps.filter((step) => step.changed).map((step) => step.replica);
    const doomed =
      onFailure === "putBackAll" ? changed : changed.filter((each) => each === replica);
    if (onFailure === "stop" || doomed.length === 0) return this.#end("failed", told);
    await this.putBack(doomed, "failed", told);
  }

  async #putBackOne(key: string): Promise<boolean> {
    const { serverId, words } = this.#step(key);
    const held = this.#kept.held[key];
    const { configs, clock } = this.#parts;
    const { model } = this.rollout.plan;
    this.#change(key, { state: "puttingBack", at: clock.now() });
    try {
      if (!held) throw new StatusError("NOT_FOUND", "What served before is not known.");
      await configs.putBack({ serverId, model }, held, "Put back after a roll-out");
      this.#change(key, {
        state: "putBack",
        changed: false,
        at: clock.now(),
        words: `${words} What served before serves again.`.trim(),
      });
      return true;
    } catch (thrown) {
      const { message } = StatusError.from(thrown);
      this.#change(key, {
        state: "failed",
        words: `${words} It could not be put back: ${message}`,
      });
      return false;
    }
  }

  /** Where it was cancelled amid a step. */
  #leave(key: string): null {
    const { changed } = this.#step(key);
    if (changed) this.#done(key, "Serves with it; it was not watched to the end.");
    else this.#change(key, { state: "waiting", words: "" });
    return null;
  }

  #cancelWords(): string {
    const changed = this.rollout.steps.filter((step) => step.changed).length;
    const what = this.#cancelledAs === "cancelled" ? "Cancelled." : "The console ended.";
    return `${what} ${changed} of ${this.rollout.steps.length} replicas serve with it.`;
  }

  #failed(key: string, words: string): string {
    this.#change(key, { state: "failed", words, at: this.#parts.clock.now() });
    return words;
  }

  #done(key: string, words: string): null {
    this.#change(key, { state: "done", words, at: this.#parts.clock.now() });
    return null;
  }

  #step(key: string): RolloutStep {
    const step = this.rollout.steps.find(({ replica }) => replica === key);
    if (!step) throw new StatusError("NOT_FOUND", `The roll-out has no replica '${key}'.`);
    return step;
  }

  #change(key: string, news: Partial<RolloutStep>): void {
    const steps = this.rollout.steps.map((step) =>
      step.replica === key ? { ...step, ...news } : step,
    );
    this.#set({ steps });
  }

  #end(state: Rollout["state"], words: string): void {
    this.#set({ state, words, endedAt: this.#parts.clock.now() });
  }

  #set(news: Partial<Rollout>): void {
    this.#kept = { ...this.#kept, rollout: { ...this.#kept.rollout, ...news } };
    this.#parts.changed(this.#kept);
  }
}
