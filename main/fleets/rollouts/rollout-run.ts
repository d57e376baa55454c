import { StatusError } from "../../../base/status-error.ts";
import type { Clock } from "../../../base/clock.ts";
import type { ChangeProbes, RunningProbe } from "../../change-probes/index.ts";
import {
  type AppliedConfig,
  describeProbe,
  type Rollout,
  type RolloutStep,
} from "../../contract/index.ts";
import type { HeldConfig } from "../../configs/index.ts";
import type { Replica } from "../replica.ts";
import { checkLoaded, type Foreseen, Refused, blockingReason } from "./checks.ts";
import { notCompared, regression } from "./judge.ts";
import type { KeptRollout } from "./rollout-store.ts";
import { watchFigures } from "./watch-figures.ts";

interface ModelOnServer {
  readonly serverId: string;
  readonly model: string;
}

/** Changes configurations on one server. */
export interface ConfigPort {
  /** Predicts the effect of a text. */
  effect(key: ModelOnServer, text: string): Promise<Foreseen>;
  /** The active configuration, to be restored later. */
  held(key: ModelOnServer): Promise<HeldConfig>;
  /** Applies a text on the server only, without writing a file. */
  serve(
    key: ModelOnServer,
    text: string,
    note: string,
  ): Promise<Pick<AppliedConfig, "readBack" | "stopped">>;
  restore(key: ModelOnServer, held: HeldConfig, note: string): Promise<void>;
}

interface RunParts {
  readonly kept: KeptRollout;
  /** Null if it no longer belongs to the fleet. */
  readonly findReplica: (key: string) => Replica | null;
  readonly configs: ConfigPort;
  readonly probes: Pick<ChangeProbes, "begin">;
  readonly clock: Clock;
  /** Stores and publishes each change. */
  readonly changed: (kept: KeptRollout) => void;
}

/** What a replica served after its load, and the number of its restarts until then. */
interface Loaded {
  readonly restarts: number;
  readonly servedEtag: string;
}

/** A running rollout: one replica at a time, each after the checks of the one before. */
export class RolloutRun {
  readonly #parts: RunParts;
  readonly #cancelled = new AbortController();
  #kept: KeptRollout;
  /** Replicas loaded in this run, by key. */
  readonly #loaded = new Map<string, Loaded>();
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

  /** `interrupted`: it can be resumed later. A started load is completed, but not watched. */
  cancel(as: "cancelled" | "interrupted" = "cancelled"): void {
    this.#cancelled.abort();
    this.#cancelledAs = as;
  }

  /** Changes the waiting replicas in order. Never rejects: failures become the rollout's state. */
  async go(): Promise<void> {
    this.#set({ state: "running", words: "", endedAt: null });
    for (const { replica } of this.rollout.steps) {
      const step = this.#step(replica);
      if (step.state !== "waiting" && step.state !== "unknown") continue;
      if (this.#cancelled.signal.aborted) break;
      if (this.#pausing) return this.#set({ state: "paused", words: "Paused." });
      if (await this.#stopOverLost("restarted")) return;
      const failure = await this.#take(step);
      if (failure === null) continue;
      if (this.#cancelled.signal.aborted) break;
      return await this.#fail(step, failure);
    }
    if (this.#cancelled.signal.aborted)
      return this.#end(this.#cancelledAs, this.#describeCancellation());
    if (await this.#stopOverLost("all")) return;
    this.#end("done", describeCompletion(this.rollout));
  }

  /** Restores the replicas with these keys, last changed first. Those that can't be restored now get a reason and stay changed. */
  async restore(
    keys: readonly string[],
    end: "failed" | "putBack" | "cancelled",
    words: string,
  ): Promise<void> {
    this.#set({ state: "puttingBack" });
    let left = 0;
    for (const key of keys.toReversed()) {
      if (this.#cancelledAs === "interrupted")
        return this.#end("failed", `${words} The console ended before all were restored.`.trim());
      if (!(await this.#restoreOne(key))) left += 1;
    }
    const rest =
      left === 0 ? "" : ` ${left === 1 ? "One replica" : `${left} replicas`} couldn't be restored.`;
    this.#end(left > 0 ? "failed" : end, `${words}${rest}`.trim());
  }

  async #take(step: RolloutStep): Promise<string | null> {
    const { replica: key, serverId } = step;
    const { plan } = this.rollout;
    const { configs, clock, findReplica } = this.#parts;
    const replica = findReplica(key);
    if (!replica) return this.#failed(key, "It does not belong to the fleet any more.");
    const { signal } = this.#cancelled;
    const target = { serverId, model: plan.model };
    let probe: RunningProbe | null = null;
    try {
      let { before } = step;
      if (plan.watchSeconds > 0 && !step.changed) {
        this.#change(key, {
          state: "measuring",
          words: "Observing its figures before the change.",
          at: clock.now(),
        });
        before = await watchFigures(replica, plan, clock, signal);
      }
      const foreseen = await configs.effect(target, plan.text);
      const against = blockingReason(foreseen);
      if (against !== null) return this.#failed(key, against);
      if (foreseen.kind === "none" && !step.changed)
        return this.#done(key, "It already had this configuration; nothing was loaded.");
      const held = this.#kept.held[key] ?? (await configs.held(target));
      this.#kept = { ...this.#kept, held: { ...this.#kept.held, [key]: held } };
      probe = await this.#beginProbe(target);
      if (probe?.probe.state === "notRun") {
        this.#change(key, { probe: probe.probe });
        return this.#failed(key, `Nothing was loaded: no probe can run. ${probe.probe.reason}`);
      }
      this.#change(key, {
        state: "applying",
        words: "Loading.",
        before,
        at: clock.now(),
        changed: true,
        // After an interruption it may already serve with the text.
        changes: step.changed ? step.changes : foreseen.changes,
      });
      const { words, failure } = await this.#load(replica, before, probe);
      const reason = failure ?? (await this.#finishProbe(key, probe, true));
      return reason === null ? this.#done(key, words) : this.#failed(key, reason);
    } catch (error) {
      if (signal.aborted && !(error instanceof Refused)) return this.#leave(key);
      return this.#failed(key, (error as Error).message);
    } finally {
      // Also ends the probe after a failed load.
      await this.#finishProbe(key, probe, false);
    }
  }

  /** Loads and watches the new configuration; returns a summary, or why it must be restored. */
  async #load(
    replica: Replica,
    before: RolloutStep["before"],
    probe: RunningProbe | null,
  ): Promise<{ readonly words: string; readonly failure: string | null }> {
    const { key, restarts } = replica;
    const { plan } = this.rollout;
    const { configs, clock } = this.#parts;
    const target = { serverId: this.#step(key).serverId, model: plan.model };
    const done = await this.#serve(key, target);
    this.#change(key, { readBack: done.readBack?.changed ?? [] });
    await checkLoaded(replica.server, plan.model, done);
    const { servedEtag } = await configs.held(target);
    this.#loaded.set(key, { restarts, servedEtag });
    if (plan.watchSeconds === 0)
      return { words: "Serves with the new configuration.", failure: null };
    this.#change(key, { state: "watching", words: "Observing its figures after the change." });
    const ends = [this.#cancelled.signal, ...(probe ? [probe.exceeded] : [])];
    try {
      const after = await watchFigures(replica, plan, clock, AbortSignal.any(ends));
      this.#change(key, { after });
      const failure = before && regression(before, after, plan.limits);
      const gap = before
        ? notCompared(before, after)
        : "Its figures before the change are unknown.";
      return { words: `Serves with the new configuration. ${gap}`.trim(), failure };
    } catch (error) {
      if (!probe?.exceeded.aborted || this.#cancelled.signal.aborted) throw error;
      return { words: "", failure: await this.#finishProbe(key, probe, true) };
    }
  }

  async #beginProbe(target: ModelOnServer): Promise<RunningProbe | null> {
    const { plan, id } = this.rollout;
    if (!plan.probe) return null;
    const change = { kind: "rollout", rolloutId: id } as const;
    const probe = await this.#parts.probes.begin(target, change, plan.probe);
    probe.limitFailures(plan.probe.maxFailed);
    return probe;
  }

  /** Why a replica must not keep the new configuration, by its probe; null if nothing was found or the probe has already ended. */
  async #finishProbe(
    key: string,
    running: RunningProbe | null,
    succeeded: boolean,
  ): Promise<string | null> {
    if (!running || running.probe.endedAt !== null) return null;
    const probe = await running.finish({ succeeded });
    this.#change(key, { probe });
    const { failed, lost } = probe.counts;
    const most = this.rollout.plan.probe?.maxFailed ?? 0;
    if (failed + lost <= most) return null;
    return `${failed + lost} of its probe's requests failed or were lost (limit ${most}). ${describeProbe(probe)}`;
  }

  async #serve(key: string, target: ModelOnServer) {
    const { plan } = this.rollout;
    try {
      return await this.#parts.configs.serve(target, plan.text, plan.note || "Rolled out");
    } catch (thrown) {
      const error = StatusError.from(thrown);
      if (!(await this.#mayServe(key, target, error))) this.#change(key, { changed: false });
      throw error;
    }
  }

  /** Whether the replica may serve with the new configuration although the load failed. */
  async #mayServe(key: string, target: ModelOnServer, { code }: StatusError): Promise<boolean> {
    // Without an answer the load may still complete.
    if (code === "UNAVAILABLE" || code === "DEADLINE_EXCEEDED") return true;
    try {
      const { servedEtag } = await this.#parts.configs.held(target);
      return servedEtag !== this.#kept.held[key]?.servedEtag;
    } catch {
      return true;
    }
  }

  /**
   * Ends the rollout if a loaded replica no longer serves with the new configuration, since an override ends with its
   * process. `restarted`: checks only replicas that were seen to restart since.
   */
  async #stopOverLost(which: "restarted" | "all"): Promise<boolean> {
    const { configs, findReplica } = this.#parts;
    for (const [key, { restarts, servedEtag }] of this.#loaded) {
      const step = this.#step(key);
      const now = findReplica(key)?.restarts ?? null;
      const restarted = now !== restarts;
      if (!step.changed || (which === "restarted" && !restarted)) continue;
      const { model } = this.rollout.plan;
      const held = await configs.held({ serverId: step.serverId, model }).catch(() => null);
      if (held?.servedEtag === servedEtag) {
        this.#loaded.set(key, { restarts: now ?? restarts, servedEtag });
        continue;
      }
      const changed = held?.servedEtag !== this.#kept.held[key]?.servedEtag;
      this.#change(key, { changed });
      await this.#fail(step, this.#failed(key, describeLoss(restarted, held !== null)));
      return true;
    }
    return false;
  }

  async #fail({ replica, name }: RolloutStep, words: string): Promise<void> {
    const { onFailure } = this.rollout.plan;
    const reason = `${name}: ${words}`;
    const changed = this.rollout.steps.filter((step) => step.changed).map((step) => step.replica);
    const doomed =
      onFailure === "putBackAll" ? changed : changed.filter((each) => each === replica);
    if (onFailure === "stop" || doomed.length === 0) return this.#end("failed", reason);
    await this.restore(doomed, "failed", reason);
  }

  async #restoreOne(key: string): Promise<boolean> {
    const { serverId, words } = this.#step(key);
    const held = this.#kept.held[key];
    const { configs, clock } = this.#parts;
    const { model } = this.rollout.plan;
    this.#change(key, { state: "puttingBack", at: clock.now() });
    try {
      if (!held) throw new StatusError("NOT_FOUND", "The previous configuration is unknown.");
      await configs.restore({ serverId, model }, held, "Restored after a rollout");
      const { servedEtag } = await configs.held({ serverId, model });
      const reason =
        servedEtag === held.servedEtag
          ? "The previous configuration is restored."
          : "The previous configuration was loaded, but the server now reports another one.";
      this.#change(key, {
        state: "putBack",
        changed: false,
        at: clock.now(),
        words: `${words} ${reason}`.trim(),
      });
      return true;
    } catch (thrown) {
      const { message } = StatusError.from(thrown);
      this.#change(key, {
        state: "failed",
        words: `${words} It couldn't be restored: ${message}`,
      });
      return false;
    }
  }

  /** Called after a cancellation during a step. */
  #leave(key: string): null {
    const { changed } = this.#step(key);
    if (changed)
      this.#done(key, "Serves with the new configuration; it was not observed to the end.");
    else this.#change(key, { state: "waiting", words: "" });
    return null;
  }

  #describeCancellation(): string {
    const changed = this.rollout.steps.filter((step) => step.changed).length;
    const what = this.#cancelledAs === "cancelled" ? "Cancelled." : "The console ended.";
    return `${what} ${changed} of ${this.rollout.steps.length} replicas have the new configuration.`;
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
    if (!step) throw new StatusError("NOT_FOUND", `The rollout has no replica '${key}'.`);
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

/** With the number of replicas that weren't compared, since their figures were too few. */
function describeCompletion({ steps, plan }: Rollout): string {
  const loaded = steps.filter(({ changed }) => changed);
  const open = loaded.filter(
    ({ before, after }) => !before || !after || notCompared(before, after),
  );
  const all = "Every replica serves with the new configuration.";
  if (plan.watchSeconds === 0 || open.length === 0) return all;
  const which = open.length === loaded.length ? "none" : `${loaded.length - open.length}`;
  return `${all} By their figures, ${which} of ${loaded.length} could be judged in full: there was too little traffic.`;
}

function describeLoss(restarted: boolean, reason: boolean): string {
  if (!reason) return "Whether it still has the new configuration couldn't be read.";
  return restarted
    ? "It was restarted or replaced since, and no longer has the new configuration."
    : "It was changed since: it has another configuration.";
}
