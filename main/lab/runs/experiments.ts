import { StatusError } from "../../../base/status-error.ts";
import type { Clock } from "../../../base/clock.ts";
import type {
  ExperimentPlan,
  ExperimentProgress,
  ExperimentState,
  ExperimentStep,
} from "../../contract/index.ts";
import type { EventSink } from "../../events/index.ts";
import { Listeners } from "../../../base/listeners.ts";
import type { ServerAdapter, ServerDirectory } from "../../servers/index.ts";
import { LoadGenerator } from "../generator/generator.ts";
import { pinTraces } from "../chat/pin-traces.ts";
import { type Goal, findGoal } from "../goals/index.ts";
import type { LabConfigs } from "../restore/lab-configs.ts";
import type { Restorer } from "../restore/restorer.ts";
import type { Sizes } from "../../sizes/index.ts";
import type { ExperimentStore } from "../store/experiment-store.ts";
import type { MeasurementLock } from "../measurement-lock.ts";
import { type Ending, ExperimentRun, type Stage } from "./experiment-run.ts";
import { suggestName } from "./name.ts";
import {
  changedSince,
  type GpuPower,
  mainModel,
  listModels,
  prepare,
  prepareStage,
} from "./prepare.ts";
import { finishedProgress } from "./progress.ts";
import { withKnownSizes } from "./known-sizes.ts";
import type { EventSource } from "./server-probe.ts";
import { whenServerGoes } from "./server-watch.ts";

export interface ExperimentsDeps {
  readonly servers: ServerDirectory;
  readonly events: EventSink & EventSource;
  readonly store: ExperimentStore;
  /** Module of the load generator's process. */
  readonly generatorEntry: URL;
  readonly clock: Clock;
  readonly configs: LabConfigs;
  readonly restorer: Restorer;
  readonly sizes: Sizes;
  readonly turn: MeasurementLock;
  /** Ends sample traffic; none starts while an experiment runs or is about to. */
  readonly stopTraffic: () => Promise<unknown>;
  readonly gpuPower?: GpuPower | undefined;
  /** Max measurements of a disturbed step. Default 3. */
  readonly maxAttempts?: number | undefined;
}

interface Current {
  readonly run: ExperimentRun;
  readonly finished: Promise<void>;
}

interface Beginning {
  readonly id: number;
  readonly plan: ExperimentPlan;
  readonly goal: Goal;
  /** The measured steps. */
  readonly steps: readonly ExperimentStep[];
  readonly stage: Stage;
  readonly server: ServerAdapter;
  /** It runs on this machine. */
  readonly isHere: boolean;
  /** Released at its end. */
  readonly turn: Disposable;
}

const RESUMABLE: ReadonlySet<ExperimentState> = new Set(["paused", "interrupted", "cancelled"]);

/** Runs experiments, one at a time. */
export class Experiments {
  readonly #deps: ExperimentsDeps;
  readonly #changed = new Listeners<void>("lab");
  readonly #progress = new Listeners<ExperimentProgress>("lab");
  #current: Current | null = null;
  #closed = false;

  /** Experiments that an earlier host left running are marked interrupted. */
  constructor(deps: ExperimentsDeps) {
    this.#deps = deps;
    this.#interruptLeft();
  }

  get running(): ExperimentRun | null {
    return this.#current?.run ?? null;
  }

  /** Called when the list of experiments, or the state of one, changes. */
  onChanged(listener: () => void): Disposable {
    return this.#changed.add(this.#guarded(listener));
  }

  changed(): void {
    this.#changed.emit();
  }

  /** Sends the current progress and then all later progress, also after it was resumed. NOT_FOUND for an unknown id. */
  onProgress(id: number, listener: (progress: ExperimentProgress) => void): Disposable {
    const { run } = this.#current ?? {};
    listener(run?.id === id ? run.progress : finishedProgress(this.#deps.store.get(id)));
    const safely = this.#guarded(listener);
    return this.#progress.add((progress) => void (progress.id === id && safely(progress)));
  }

  /** Resolves with the id once the plan was accepted and the run has started. */
  async start(given: ExperimentPlan, name: string, signal: AbortSignal): Promise<number> {
    const pinned = await pinTraces(given, signal);
    const goal = findGoal(pinned);
    return await this.#inTurn(async (turn) => {
      const { servers, store, clock, restorer } = this.#deps;
      const server = servers.get(given.serverId);
      restorer.refuseWhilePending(server.id, listModels(given));
      const plan = await withKnownSizes(server, pinned, this.#deps.sizes, signal);
      const { held, environment } = await prepare(server, plan, this.#deps, signal);
      this.#refuseWhenClosed();
      const id = store.create(
        { name: name.trim() || suggestName(plan), plan, environment },
        clock.now(),
      );
      const baseText = held.get(mainModel(plan))?.text ?? "";
      const stage = prepareStage(
        `experiment ${id}`,
        { ...this.#deps, server, plan },
        held,
        baseText,
      );
      const { sameMachine: isHere } = environment;
      this.#begin({ id, plan, goal, steps: [], stage, server, isHere, turn });
      return id;
    });
  }

  /** Measures the remaining steps. FAILED_PRECONDITION explains why it can't. */
  async resume(id: number, signal: AbortSignal): Promise<void> {
    await this.#inTurn(async (turn) => {
      const { servers, store, restorer } = this.#deps;
      const { plan, steps, state, environment } = store.get(id);
      if (!RESUMABLE.has(state)) {
        throw refused(`Experiment ${id} is ${state}; there is nothing to resume.`);
      }
      const goal = findGoal(plan);
      for (const [position, step] of steps.entries()) goal.add(position, step);
      if (!goal.next()) throw refused(`All steps of experiment ${id} are measured.`);
      const server = servers.get(plan.serverId);
      restorer.refuseWhilePending(server.id, listModels(plan));
      const { held, environment: now } = await prepare(server, plan, this.#deps, signal);
      const changed = changedSince(plan, environment, now);
      if (changed !== null) {
        throw refused(
          `The configuration of '${changed}' is another than when experiment ${id} began; apply that one, or start a new experiment.`,
        );
      }
      const stage = prepareStage(
        `experiment ${id}`,
        { ...this.#deps, server, plan },
        held,
        environment.configText,
      );
      this.#refuseWhenClosed();
      store.reopen(id);
      const { sameMachine: isHere } = environment;
      this.#begin({ id, plan, goal, steps, stage, server, isHere, turn });
    });
  }

  /** Ends it now. FAILED_PRECONDITION if `id` does not run. */
  async cancel(id: number): Promise<void> {
    const { store, clock } = this.#deps;
    if (this.#current?.run.id !== id && store.get(id).state === "paused") {
      store.finish(id, "cancelled", "Cancelled while it was paused.", clock.now());
      this.#progress.emit(finishedProgress(store.get(id)));
      this.changed();
      return;
    }
    const { run, finished } = this.#runs(id);
    run.end({ state: "cancelled", reason: `Cancelled at ${run.where}.` });
    await finished;
  }

  pause(id: number): void {
    this.#runs(id).run.pause();
  }

  adjust(id: number, value: number): void {
    this.#runs(id).run.adjust(value);
  }

  /** Resolves when `id` no longer runs. */
  async finished(id: number): Promise<void> {
    if (this.#current?.run.id === id) await this.#current.finished;
  }

  /** Cancels what is about to start. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#current?.run.end({ state: "interrupted", reason: "The console was closed." });
    await this.#current?.finished;
  }

  /** A full disk must not keep the host from starting. */
  #interruptLeft(): void {
    const { store, clock, events } = this.#deps;
    try {
      store.interruptRunning("The console ended while it ran.", clock.now());
    } catch (error) {
      const message = `An experiment that an earlier console left running cannot be marked as interrupted: ${(error as Error).message}`;
      events.emit({ level: "error", source: "lab", message });
    }
  }

  #runs(id: number): Current {
    if (this.#current?.run.id === id) return this.#current;
    throw refused(`Experiment ${id} does not run; it is ${this.#deps.store.get(id).state}.`);
  }

  /** What `begin` starts holds the lock; if it starts nothing the lock is released. */
  async #inTurn<T>(begin: (turn: Disposable) => Promise<T>): Promise<T> {
    const turn = this.#deps.turn.take(() => this.#words());
    try {
      await this.#deps.stopTraffic();
      return await begin(turn);
    } catch (error) {
      turn[Symbol.dispose]();
      throw error;
    }
  }

  #words(): string {
    const id = this.#current?.run.id;
    if (id === undefined) return "An experiment is about to start";
    return `Experiment ${id} '${this.#experimentName(id)}' is running`;
  }

  /** None if the database can't be read. */
  #experimentName(id: number): string {
    try {
      return this.#deps.store.get(id).name;
    } catch {
      return "";
    }
  }

  /** A failing listener, as with an unreadable database, stops neither the others nor the run. */
  #guarded<T>(listener: (value: T) => void): (value: T) => void {
    return (value) => {
      try {
        listener(value);
      } catch (thrown) {
        const message = `Can't show the experiment's progress: ${StatusError.from(thrown).message}`;
        this.#deps.events.emit({ level: "warning", source: "lab", message });
      }
    };
  }

  #refuseWhenClosed(): void {
    if (this.#closed) throw refused("The console is being closed; no experiment begins any more.");
  }

  #begin({ id, plan, goal, steps, stage, server, isHere, turn }: Beginning): void {
    const { store, clock, generatorEntry, events, restorer, maxAttempts } = this.#deps;
    const generator = new LoadGenerator(generatorEntry);
    const emit = (progress: ExperimentProgress) => this.#progress.emit(progress);
    const run = new ExperimentRun(
      { id, plan, goal, before: steps },
      { store, clock, generator, emit, maxAttempts },
    );
    const holding = restorer.running(`experiment ${id}`);
    const quiet = isHere ? this.#deps.turn.quieten() : null;
    const watching = whenServerGoes(server, (reason) =>
      run.end({ state: "interrupted", reason: `At ${run.where}: ${reason}` }),
    );
    events.emit({
      level: "info",
      source: "lab",
      message: `Experiment ${id} on '${mainModel(plan)}' started.`,
      mark: { kind: "experiment", model: mainModel(plan), serverId: server.id },
    });
    const finished = run
      .run(stage)
      .then((ending) => {
        for (const each of [watching, holding, generator]) each[Symbol.dispose]();
        this.#current = null;
        this.#report(id, { model: mainModel(plan), serverId: server.id }, ending);
        emit(run.progress);
        this.changed();
      })
      .finally(() => {
        quiet?.[Symbol.dispose]();
        turn[Symbol.dispose]();
      });
    this.#current = { run, finished };
    this.#deps.turn.changed();
    this.changed();
  }

  #report(
    id: number,
    { model, serverId }: { readonly model: string; readonly serverId: string },
    { state, reason }: Ending,
  ): void {
    const levels = { interrupted: "warning", failed: "error" } as const;
    this.#deps.events.emit({
      level: state === "interrupted" || state === "failed" ? levels[state] : "info",
      source: "lab",
      message: `Experiment ${id} on '${model}' is ${state}${reason === null ? "." : `: ${reason}`}`,
      mark: { kind: "experiment", model, serverId },
    });
  }
}

const refused = (message: string) => new StatusError("FAILED_PRECONDITION", message);
