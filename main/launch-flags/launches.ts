import type { Clock } from "../../base/clock.ts";
import { Listeners } from "../../base/listeners.ts";
import { StatusError } from "../../base/status-error.ts";
import type { Launch, LaunchPlan, LaunchResult } from "../contract/index.ts";
import type { EventSink } from "../events/index.ts";
import type { Db } from "../store/index.ts";
import { WorkloadSite } from "./workload/workload-site.ts";
import type { FlagWorkloads } from "./workload/source.ts";
import { LaunchRun, type LaunchRunParts } from "./launch-run.ts";
import { type Held, type KeptLaunch, LaunchStore } from "./launch-store.ts";
import { type PreparedLaunch, prepareLaunch } from "./prepare.ts";
import { endLeftover } from "./process/leftover.ts";
import { ProcessSite } from "./process/process-site.ts";
import { Restorer } from "./restorer.ts";
import type { LaunchSite } from "./site.ts";

export interface LaunchesParts extends LaunchRunParts {
  readonly workloads: FlagWorkloads;
  /** The name under which a server's comparisons are kept. */
  readonly keptAs: (serverId: string) => string;
  readonly db: Db;
  readonly events: EventSink;
  readonly clock: Clock;
}

interface Running {
  readonly run: LaunchRun;
  readonly finished: Promise<void>;
}

const SOURCE = "launch flags";
/** Seeds of experiments are 32 bits. */
const SEEDS = 2 ** 31;

/** Comparisons of launch flags, one at a time, kept over restarts; SPEC.md. */
export class Launches implements AsyncDisposable {
  readonly #parts: LaunchesParts;
  readonly #store: LaunchStore;
  readonly #listeners = new Listeners<string>("launch-flags");
  readonly #restorer: Restorer;
  #running: (Running & { readonly id: number }) | null = null;

  constructor(parts: LaunchesParts) {
    this.#parts = parts;
    this.#store = new LaunchStore(parts.db);
    this.#interruptLeft();
    this.#restorer = new Restorer({
      ...parts,
      store: this.#store,
      isRunning: (id) => this.#running?.id === id,
      changed: (launch) => this.#listeners.emit(launch.serverId),
    });
    this.#restorer.retry();
  }

  preview(plan: LaunchPlan, signal: AbortSignal): Promise<PreparedLaunch> {
    return prepareLaunch(plan, this.#parts.workloads, signal);
  }

  /** ABORTED if `approved` is not the digest of what would be started now. */
  async start(
    {
      serverId,
      plan,
      approved,
    }: {
      readonly serverId: string;
      readonly plan: LaunchPlan;
      readonly approved: string;
    },
    signal: AbortSignal,
  ): Promise<number> {
    this.#refuseBusy();
    const prepared = await this.preview(plan, signal);
    if (prepared.digest !== approved)
      throw new StatusError(
        "ABORTED",
        "What would be started is no longer what was shown. Check it and approve it again.",
      );
    if (prepared.workload) this.#restorer.refuseWhilePending(prepared.workload.held);
    this.#refuseBusy();
    const { clock, keptAs } = this.#parts;
    const launch = this.#store.create(
      {
        serverId: keptAs(serverId),
        plan,
        state: "running",
        reason: "",
        startedAt: clock.now(),
        endedAt: null,
        results: prepared.previews.map(toWaiting),
        original: { state: "untouched", reason: "" },
      },
      { flags: null, process: null },
    );
    this.#begin(launch, prepared);
    return launch.id;
  }

  /** NOT_FOUND if it does not run. */
  async stop(id: number): Promise<void> {
    if (this.#running?.id !== id)
      throw new StatusError("NOT_FOUND", `Comparison ${id} of launch flags does not run.`);
    const { run, finished } = this.#running;
    run.stop(new StatusError("CANCELLED", "It was stopped."));
    await finished;
  }

  async restore(id: number): Promise<void> {
    if (this.#running?.id !== id) await this.#restorer.restore(this.#store.get(id));
  }

  /** FAILED_PRECONDITION while it runs, or while the original flags are still to be restored. */
  remove(id: number): void {
    const { launch } = this.#store.get(id);
    if (this.#running?.id === id || launch.original.state === "replaced")
      throw new StatusError(
        "FAILED_PRECONDITION",
        "It can be removed once it has ended and the original flags are back.",
      );
    this.#store.remove(id);
    this.#listeners.emit(launch.serverId);
  }

  /** Newest first. */
  list(serverId: string): Launch[] {
    return this.#store
      .list(this.#parts.keptAs(serverId))
      .map(({ launch }) => ({ ...launch, serverId }));
  }

  onChange(serverId: string, listener: () => void): Disposable {
    const kept = this.#parts.keptAs(serverId);
    return this.#listeners.add((changed) => changed === kept && listener());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { run, finished } = this.#running ?? {};
    run?.stop(new StatusError("CANCELLED", "The console was closed."));
    await finished;
    this.#restorer[Symbol.dispose]();
  }

  #begin(launch: Launch, prepared: PreparedLaunch): void {
    const kept = { launch, held: { flags: null, process: null } as Held };
    const save = (change: Partial<Launch>, held: Partial<Held> = {}) => {
      kept.launch = { ...kept.launch, ...change };
      kept.held = { ...kept.held, ...held };
      this.#store.save(kept);
      this.#listeners.emit(kept.launch.serverId);
    };
    const site = this.#site(prepared, kept, save);
    const changed = (results: readonly LaunchResult[]) => save({ results: [...results] });
    const seed = this.#parts.clock.now() % SEEDS;
    const run = new LaunchRun(this.#parts, { launch, site, seed, changed });
    this.#report("info", `Comparison ${launch.id} of launch flags started.`);
    const finished = this.#finish(run, kept, save).catch((error: unknown) => {
      const { message } = StatusError.from(error);
      this.#report("error", `Comparison ${launch.id} of launch flags can't be kept: ${message}`);
    });
    this.#running = { id: launch.id, run, finished };
    void finished.finally(() => {
      this.#running = null;
      this.#listeners.emit(launch.serverId);
    });
    this.#listeners.emit(launch.serverId);
  }

  async #finish(
    run: LaunchRun,
    kept: KeptLaunch,
    save: (change: Partial<Launch>) => void,
  ): Promise<void> {
    const ending = await run.run();
    if (kept.launch.original.state === "replaced") await this.#restorer.restore(kept);
    // The restorer stored how that went.
    const { original } = this.#store.get(kept.launch.id).launch;
    save({ ...ending, original, endedAt: this.#parts.clock.now() });
    const level = ending.state === "failed" ? "warning" : "info";
    const words = ending.reason === "" ? "." : `: ${ending.reason}`;
    this.#report(level, `Comparison ${kept.launch.id} of launch flags is ${ending.state}${words}`);
  }

  #site(
    { previews, environments, workload }: PreparedLaunch,
    { launch: { plan } }: KeptLaunch,
    save: (change: Partial<Launch>, held?: Partial<Held>) => void,
  ): LaunchSite {
    const { workloads, clock } = this.#parts;
    const { readySeconds } = plan;
    if (!workload || plan.place.kind !== "deployment")
      return new ProcessSite({
        commands: previews.map((each, index) => ({
          words: each.arguments,
          environment: environments[index] ?? {},
        })),
        readySeconds,
        clock,
        onProcess: (process) => save({}, { process }),
      });
    const { held, settings } = workload;
    const { serverId } = plan.place;
    return new WorkloadSite({
      source: workloads,
      held,
      settings,
      serverId,
      readySeconds,
      clock,
      onReplace: () => save({ original: { state: "replaced", reason: "" } }, { flags: held }),
    });
  }

  /** Of a console that was killed: its process is ended here, its workload restored by the restorer. */
  #interruptLeft(): void {
    for (const { launch, held } of this.#store.all()) {
      if (launch.state !== "running") continue;
      const results = launch.results.map((each) =>
        ["waiting", "starting", "measuring"].includes(each.state)
          ? { ...each, state: "skipped" as const }
          : each,
      );
      this.#store.save({
        launch: {
          ...launch,
          state: "interrupted",
          reason: "The console ended while it ran.",
          endedAt: this.#parts.clock.now(),
          results,
        },
        held: { ...held, process: null },
      });
      if (held.process) this.#endLeft(held.process);
    }
  }

  #endLeft(mark: NonNullable<Held["process"]>): void {
    const ended = endLeftover(mark);
    if (ended === true)
      this.#report(
        "info",
        `The server with the process ${mark.pid}, which an earlier console left running, was ended.`,
      );
    if (ended === false)
      this.#report(
        "warning",
        `An earlier console may have left a server running as the process ${mark.pid}. End it if it is still there.`,
      );
  }

  #refuseBusy(): void {
    if (this.#running)
      throw new StatusError(
        "FAILED_PRECONDITION",
        `Comparison ${this.#running.id} of launch flags is running; there is one at a time.`,
      );
  }

  #report(level: "info" | "warning" | "error", message: string): void {
    this.#parts.events.emit({ level, source: SOURCE, message });
  }
}

function toWaiting({ label, arguments: words }: PreparedLaunch["previews"][number]): LaunchResult {
  return {
    label,
    arguments: words,
    state: "waiting",
    readySeconds: null,
    failure: null,
    experimentId: null,
    comparison: null,
    comparisonProblem: "",
    log: [],
  };
}
