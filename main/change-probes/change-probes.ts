import { StatusError } from "../../base/status-error.ts";
import type { Clock } from "../../base/clock.ts";
import { Listeners } from "../../base/listeners.ts";
import {
  type ChangeProbe,
  describeProbe,
  type HostEvent,
  isProbeClean,
  type ProbedChange,
  type ProbeOptions,
} from "../contract/index.ts";
import type { EventSink } from "../events/index.ts";
import type { ServerDirectory } from "../servers/index.ts";
import type { Sizes } from "../sizes/index.ts";
import type { Db } from "../store/index.ts";
import { checkProbed, harmlessRequests } from "./harmless-requests.ts";
import { ProbeStore } from "./probe-store.ts";
import { NO_COUNTS, RunningProbe } from "./running-probe.ts";

export interface ChangeProbesParts {
  readonly servers: ServerDirectory;
  readonly sizes: Sizes;
  /** The name under which a server's probes are kept. */
  readonly keptAs: (serverId: string) => string;
  /** What is measured, as a clause; null: nothing is. */
  readonly measuring: () => string | null;
  /** Called when a measurement begins. */
  readonly onMeasuring: (listener: () => void) => Disposable;
  readonly events: EventSink & { onEvent(listener: (event: HostEvent) => void): Disposable };
  /** What a cluster reports about the pods behind a server, from a moment on; null: no cluster is behind it. */
  readonly watchCluster: (
    serverId: string,
    since: number,
    listener: (event: ChangeProbe["events"][number]) => void,
  ) => Disposable | null;
  readonly db: Db;
  readonly clock: Clock;
}

export interface ProbedModel {
  readonly serverId: string;
  readonly model: string;
}

const MAX_RUNNING = 8;
const MAX_EVENTS = 20;
/** How long after a probe's end what its cluster records is still listed. */
const CLUSTER_DELAY_MS = 30_000;
const EMIT_INTERVAL_MS = 200;
const SOURCE = "probes";

/** Probes during changes, running and kept; SPEC.md. */
export class ChangeProbes implements Disposable {
  readonly #parts: ChangeProbesParts;
  readonly #store: ProbeStore;
  readonly #running = new Map<number, RunningProbe>();
  readonly #pendingEmits = new Map<number, Disposable>();
  readonly #listeners = new Listeners<ChangeProbe>("probes");
  readonly #clusters = new Map<number, Disposable>();
  readonly #owned = new DisposableStack();

  constructor(parts: ChangeProbesParts) {
    this.#parts = parts;
    this.#store = new ProbeStore(parts.db);
    this.#store.interruptOpen();
    this.#owned.use(parts.events.onEvent((event) => this.#note(event)));
    this.#owned.use(parts.onMeasuring(() => this.#endWatches()));
  }

  /** Why no probe can run; null: one can, as far as is known without a request. */
  async check({ serverId, model }: ProbedModel, signal: AbortSignal): Promise<string | null> {
    try {
      this.#refuseWhileMeasuring();
      await checkProbed(this.#parts.servers.get(serverId), model, signal);
      return null;
    } catch (error) {
      return StatusError.from(error).message;
    }
  }

  /** Probes a model while `change` is at work; the change's result or error is the caller's, whatever the probe found. */
  async during<T extends { readonly history: readonly { readonly id: number }[] }>(
    on: ProbedModel & { readonly kind: "apply" | "revert" },
    options: ProbeOptions,
    change: () => Promise<T>,
  ): Promise<T & { readonly probe: ChangeProbe }> {
    const running = await this.begin(on, { kind: on.kind, rolloutId: null }, options);
    try {
      const done = await change();
      const revisionId = done.history[0]?.id ?? null;
      return { ...done, probe: await running.finish({ succeeded: true, revisionId }) };
    } catch (error) {
      await running.finish({ succeeded: false });
      throw error;
    }
  }

  /** Resolves when the change may begin: requests are answered, or no probe can run. Its owner finishes it. */
  async begin(
    { serverId, model }: ProbedModel,
    change: Omit<ProbedChange, "revisionId">,
    options: ProbeOptions,
  ): Promise<RunningProbe> {
    const { clock, keptAs, sizes, servers } = this.#parts;
    const probe = this.#store.create(keptAs(serverId), {
      serverId,
      model,
      change: { ...change, revisionId: null },
      state: "preparing",
      reason: "",
      rate: options.rate,
      lateMs: options.lateMs,
      startedAt: clock.now(),
      endedAt: null,
      counts: NO_COUNTS,
      changeSucceeded: null,
      events: [],
    });
    const running: RunningProbe = new RunningProbe({
      probe,
      options,
      clock,
      prepare: async (signal) => {
        this.#refuseWhileMeasuring();
        if (this.#running.size > MAX_RUNNING)
          throw new StatusError(
            "RESOURCE_EXHAUSTED",
            `${MAX_RUNNING} probes are running; there are no more at a time.`,
          );
        return await harmlessRequests(
          { server: servers.get(serverId), sizes, clock },
          model,
          signal,
        );
      },
      changed: (news, keep) => this.#changed(news, keep),
    });
    this.#running.set(probe.id, running);
    this.#emit(probe.id);
    this.#watchCluster(running);
    await running.begin();
    return running;
  }

  /** One that a person lets run; ends after `seconds`. FAILED_PRECONDITION where no probe can run. */
  async start(on: ProbedModel, options: ProbeOptions, seconds: number): Promise<number> {
    for (const { probe } of this.#running.values())
      if (probe.serverId === on.serverId && probe.model === on.model)
        throw new StatusError("ALREADY_EXISTS", `A probe of '${on.model}' is running already.`);
    const running = await this.begin(on, { kind: "watch", rolloutId: null }, options);
    const { id, state, reason } = running.probe;
    if (state === "notRun") throw new StatusError("FAILED_PRECONDITION", reason);
    running.finishAfter(seconds * 1000);
    return id;
  }

  /** NOT_FOUND if it does not run. */
  async stop(id: number): Promise<void> {
    const running = this.#running.get(id);
    if (running?.probe.change.kind !== "watch")
      throw new StatusError("NOT_FOUND", `No probe ${id} of a person's is running.`);
    await running.finish({ succeeded: null });
  }

  /** Newest first; those that run as they are now. */
  list(on: ProbedModel): ChangeProbe[] {
    return this.#store
      .list(this.#parts.keptAs(on.serverId), on)
      .map((probe) => this.#running.get(probe.id)?.probe ?? probe);
  }

  onChange({ serverId, model }: ProbedModel, listener: () => void): Disposable {
    return this.#listeners.add((probe) => {
      if (probe.serverId === serverId && probe.model === model) listener();
    });
  }

  [Symbol.dispose](): void {
    for (const running of this.#running.values()) running.abort();
    for (const id of this.#clusters.keys()) this.#leaveCluster(id);
    for (const timer of this.#pendingEmits.values()) timer[Symbol.dispose]();
    this.#owned[Symbol.dispose]();
  }

  #changed(probe: ChangeProbe, keep: boolean): void {
    if (keep) {
      this.#save(probe);
      this.#emit(probe.id, probe);
      if (probe.endedAt !== null && this.#running.delete(probe.id)) {
        this.#leaveClusterLater(probe.id);
        this.#report(probe);
      }
      return;
    }
    if (this.#pendingEmits.has(probe.id)) return;
    const timer = this.#parts.clock.after(EMIT_INTERVAL_MS, () => this.#emit(probe.id));
    this.#pendingEmits.set(probe.id, timer);
  }

  /** What the disk does not take is no failure of the change. */
  #save(probe: ChangeProbe): void {
    try {
      this.#store.save(probe);
    } catch (error) {
      const message = `A probe of '${probe.model}' can't be kept: ${StatusError.from(error).message}`;
      this.#parts.events.emit({ level: "error", source: SOURCE, message });
    }
  }

  #emit(id: number, probe = this.#running.get(id)?.probe): void {
    this.#pendingEmits.get(id)?.[Symbol.dispose]();
    this.#pendingEmits.delete(id);
    if (probe) this.#listeners.emit(probe);
  }

  #report(probe: ChangeProbe): void {
    if (probe.state === "interrupted") return;
    const level = probe.state === "done" && !isProbeClean(probe.counts) ? "warning" : "info";
    const message = `Probe of '${probe.model}' ${DURING[probe.change.kind]}: ${describeProbe(probe)}`;
    this.#parts.events.emit({ level, source: SOURCE, message });
  }

  /** What happens on a probed server belongs to its result. */
  #note({ time, source, message, mark }: HostEvent): void {
    if (source === SOURCE) return;
    for (const running of this.#running.values()) {
      const { serverId, events } = running.probe;
      if ((mark?.serverId === serverId || source === serverId) && events.length < MAX_EVENTS)
        running.note({ time, message });
    }
  }

  /** A cluster that can't be read is no failure of the probe. */
  #watchCluster(running: RunningProbe): void {
    const { id, serverId, startedAt } = running.probe;
    try {
      const watching = this.#parts.watchCluster(serverId, startedAt, (event) => {
        if (running.probe.events.length < MAX_EVENTS) running.note(event);
      });
      if (watching) this.#clusters.set(id, watching);
    } catch (error) {
      const { message } = StatusError.from(error);
      running.note({
        time: startedAt,
        message: `Events of the cluster can't be read: ${message}`,
      });
    }
  }

  /** Kubelet and autoscaler record some events after a change was over. */
  #leaveClusterLater(id: number): void {
    const watching = this.#clusters.get(id);
    if (!watching) return;
    const timer = this.#parts.clock.after(CLUSTER_DELAY_MS, () => this.#leaveCluster(id));
    this.#clusters.set(id, {
      [Symbol.dispose]: () => {
        timer[Symbol.dispose]();
        watching[Symbol.dispose]();
      },
    });
  }

  #leaveCluster(id: number): void {
    this.#clusters.get(id)?.[Symbol.dispose]();
    this.#clusters.delete(id);
  }

  #endWatches(): void {
    for (const running of this.#running.values())
      if (running.probe.change.kind === "watch") void running.finish({ succeeded: null });
  }

  #refuseWhileMeasuring(): void {
    const measuring = this.#parts.measuring();
    if (measuring !== null)
      throw new StatusError("FAILED_PRECONDITION", `${measuring}; a probe would disturb it.`);
  }
}

const DURING: Readonly<Record<ProbedChange["kind"], string>> = {
  apply: "while a configuration was applied",
  revert: "while an earlier configuration was restored",
  rollout: "during a rollout",
  watch: "while it was watched",
};
