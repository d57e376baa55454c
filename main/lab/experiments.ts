import { StatusError } from "../../engine/protocol/status.ts";
import type { Clock } from "../clock.ts";
import type { Experiment, ExperimentPlan } from "../contract/index.ts";
import type { EventSink } from "../events/events.ts";
import { Listeners } from "../listeners.ts";
import type { ServerAdapter, ServerDirectory } from "../servers/adapter.ts";
import { endpointOf } from "./endpoint.ts";
import { environmentOf } from "./environment.ts";
import { type Ending, ExperimentRun, type ExperimentSubject } from "./experiment-run.ts";
import type { ExperimentStore } from "./experiment-store.ts";
import { LoadGenerator } from "./generator/generator.ts";
import { checkRequestBytes, planInputs } from "./inputs/plan-inputs.ts";
import { whenServerGoes } from "./server-watch.ts";

export interface ExperimentsDeps {
  readonly servers: ServerDirectory;
  readonly events: EventSink;
  readonly store: ExperimentStore;
  /** Module of the load generator's process. */
  readonly generatorEntry: URL;
  readonly clock: Clock;
  /** config.pbtxt of a model as it is in force; empty where only the server's JSON is known. */
  readonly configText: (serverId: string, model: string) => Promise<string>;
}

interface Current {
  readonly run: ExperimentRun;
  readonly finished: Promise<void>;
}

/** Runs experiments, one at a time. */
export class Experiments {
  readonly #deps: ExperimentsDeps;
  readonly #changed = new Listeners<void>();
  #current: Current | null = null;
  #starting = false;

  /** What an earlier host left running is marked interrupted. */
  constructor(deps: ExperimentsDeps) {
    this.#deps = deps;
    this.#interruptLeft();
  }

  get running(): ExperimentRun | null {
    return this.#current?.run ?? null;
  }

  /** Called whenever the list of experiments, or the state of one, changed. */
  onChanged(listener: () => void): Disposable {
    return this.#changed.add(listener);
  }

  changed(): void {
    this.#changed.tell();
  }

  /** Resolves with the id once the plan was found fit and the run has begun. */
  async start(plan: ExperimentPlan, name: string, signal: AbortSignal): Promise<number> {
    this.#refuseSecond();
    this.#starting = true;
    try {
      const server = this.#deps.servers.get(plan.serverId);
      const { subject, environment } = await this.#prepare(server, plan, signal);
      const id = this.#deps.store.create(
        {
          name: name.trim() || `${plan.model}, ${plan.concurrencies.join("/")}`,
          plan,
          environment,
        },
        this.#deps.clock.now(),
      );
      this.#begin(id, plan, subject, server);
      return id;
    } finally {
      this.#starting = false;
    }
  }

  /** Ends the running experiment with what was measured. FAILED_PRECONDITION when `id` does not run. */
  async cancel(id: number): Promise<void> {
    const current = this.#current;
    if (current?.run.id !== id) {
      const { state } = this.#deps.store.get(id);
      throw new StatusError(
        "FAILED_PRECONDITION",
        `Experiment ${id} does not run; it is ${state}.`,
      );
    }
    current.run.end({
      state: "cancelled",
      reason: `Cancelled at concurrency ${current.run.concurrency}.`,
    });
    await current.finished;
  }

  async close(): Promise<void> {
    this.#current?.run.end({ state: "interrupted", reason: "The console was closed." });
    await this.#current?.finished;
  }

  /** A disk that is full must not keep the host from starting. */
  #interruptLeft(): void {
    const { store, clock, events } = this.#deps;
    try {
      store.interruptRunning("The console ended while it ran.", clock.now());
    } catch (error) {
      const message = `An experiment that an earlier console left running cannot be marked as interrupted: ${(error as Error).message}`;
      events.emit({ level: "error", source: "lab", message });
    }
  }

  #refuseSecond(): void {
    const running = this.#current?.run.id;
    if (running === undefined && !this.#starting) return;
    throw new StatusError(
      "FAILED_PRECONDITION",
      running === undefined
        ? "Another experiment is about to start; experiments run one at a time."
        : `Experiment ${running} '${this.#deps.store.get(running).name}' is running; experiments run one at a time.`,
      { details: { running: running ?? null } },
    );
  }

  async #prepare(
    server: ServerAdapter,
    plan: ExperimentPlan,
    signal: AbortSignal,
  ): Promise<{ subject: ExperimentSubject; environment: Experiment["environment"] }> {
    const detail = await server.modelDetail(plan.model, signal);
    const { inputs, bytes } = planInputs(detail, plan);
    checkRequestBytes(plan.distinctInputs, bytes);
    const configuration = () => this.#deps.configText(server.id, plan.model).catch(() => "");
    const configText = await configuration();
    return {
      subject: {
        plan,
        inputs,
        address: endpointOf(server.status, plan.wire),
        statistics: () => server.statistics(plan.model),
        reconfigured: async () => (await configuration()) !== configText,
      },
      environment: environmentOf(server.status, detail, configText),
    };
  }

  #begin(
    id: number,
    plan: ExperimentPlan,
    subject: ExperimentSubject,
    server: ServerAdapter,
  ): void {
    const { store, clock, generatorEntry, events } = this.#deps;
    const generator = new LoadGenerator(generatorEntry);
    const run = new ExperimentRun(id, plan, { store, clock, generator });
    const watching = whenServerGoes(server, (reason) =>
      run.end({ state: "interrupted", reason: `At concurrency ${run.concurrency}: ${reason}` }),
    );
    events.emit({
      level: "info",
      source: "lab",
      message: `Experiment ${id} on '${plan.model}' started.`,
      mark: { kind: "experiment", model: plan.model },
    });
    const finished = run.run(subject).then((ending) => {
      watching[Symbol.dispose]();
      generator[Symbol.dispose]();
      this.#current = null;
      this.#report(id, plan.model, ending);
      this.changed();
    });
    this.#current = { run, finished };
    this.changed();
  }

  #report(id: number, model: string, { state, reason }: Ending): void {
    const levels = { done: "info", cancelled: "info", interrupted: "warning", failed: "error" };
    this.#deps.events.emit({
      level: levels[state] as "info" | "warning" | "error",
      source: "lab",
      message: `Experiment ${id} on '${model}' is ${state}${reason === null ? "." : `: ${reason}`}`,
      mark: { kind: "experiment", model },
    });
  }
}
