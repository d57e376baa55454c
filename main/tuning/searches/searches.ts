import type { Clock } from "../../../base/clock.ts";
import { Listeners } from "../../../base/listeners.ts";
import { StatusError } from "../../../base/status-error.ts";
import { loadRefusal } from "../../configs/index.ts";
import {
  canConfirmAgain,
  canContinue,
  type RequestParams,
  type RequestResult,
  type TuningSearch,
  type TuningSearchSummary,
} from "../../contract/index.ts";
import type { EventSink } from "../../events/index.ts";
import type { Lab } from "../../lab/index.ts";
import type { ServerAdapter, ServerDirectory } from "../../servers/index.ts";
import { instanceMemoryFrom, knownFrom, toSearchSettings, usualRanges } from "../search/index.ts";
import type { TuningConfigs } from "../tools.ts";
import { requireQuiet } from "./other-traffic.ts";
import { type SearchEnding, SearchRun, type SearchRunDeps } from "./search-run.ts";
import type { SearchStore } from "./search-store.ts";

export interface SearchesDeps {
  readonly lab: Pick<Lab, "bench">;
  readonly servers: ServerDirectory;
  readonly configs: SearchConfigs;
  readonly store: SearchStore;
  readonly clock: Clock;
  readonly events: EventSink;
  /** Cores of the server's machine; null if it isn't this one. */
  readonly coresFor: (serverId: string) => number | null;
  /** Size of a model's files, bytes; null if they can't be read from here. */
  readonly fileBytesFor: (serverId: string, model: string) => Promise<number | null>;
  /** The model's latency objective, ms; null without one. */
  readonly findObjective: (serverId: string, model: string) => number | null;
}

export interface SearchConfigs extends Pick<TuningConfigs, "inForce" | "apply"> {
  /** ABORTED if the model has another draft. */
  draft(serverId: string, model: string, text: string, etag: string): void;
}

type Order = RequestParams<"tuning.search.start">;

const USUAL_CLIENTS = [1, 2, 4, 8, 16, 32, 64];
const ENDED = "The console ended while it ran.";

const isOpen = ({ state }: Pick<TuningSearch, "state">) =>
  state !== "finished" && state !== "stopped" && state !== "failed";

/** Searches for the best configuration (SPEC.md). Each change is stored before it is emitted. */
export class Searches {
  readonly #deps: SearchesDeps;
  readonly #listeners = new Listeners<TuningSearch>("tuning");
  #running: { readonly id: number; readonly run: SearchRun; readonly ended: Promise<void> } | null =
    null;

  /** Marks searches left running by an earlier host as stopped; the lab restores the former configurations. */
  constructor(deps: SearchesDeps) {
    this.#deps = deps;
    this.#recover();
  }

  onChanged(listener: (search: TuningSearch) => void): Disposable {
    return this.#listeners.add(listener);
  }

  list(): TuningSearchSummary[] {
    // Summaries in the contract have no map and no measurements.
    return this.#deps.store.list().searches.map((search) => ({
      ...search,
      tried: search.measured.length,
    }));
  }

  open(): TuningSearchSummary[] {
    return this.list().filter(isOpen);
  }

  get(id: number): TuningSearch {
    return this.#deps.store.get(id);
  }

  /** See the contract's "tuning.search.suggest". */
  async suggest({
    serverId,
    model,
    goal,
  }: RequestParams<"tuning.search.suggest">): Promise<RequestResult<"tuning.search.suggest">> {
    const { servers, configs, coresFor, fileBytesFor } = this.#deps;
    const server = servers.get(serverId);
    const { config } = await configs.inForce(serverId, model);
    const baseline = toSearchSettings(config);
    const statistics = await server.statistics(model).catch(() => []);
    const fileBytes = await fileBytesFor(serverId, model);
    const usual = usualRanges(config, baseline, {
      goal,
      cores: coresFor(serverId),
      usualThreads: server.status.batchdeck ? "share" : "all",
    });
    return {
      ranges: { ...usual, clients: goal.kind === "throughput" ? USUAL_CLIENTS : null },
      baseline,
      isCalibrated: knownFrom(statistics, baseline.instances) !== null,
      instanceMemory: instanceMemoryFrom({
        statistics,
        instances: baseline.instances,
        fileBytes,
        isBatchdeck: server.status.batchdeck,
      }),
      objectives: await this.#otherObjectives(server, model),
    };
  }

  async #otherObjectives(server: ServerAdapter, model: string) {
    const index = await server.repositoryIndex().catch(() => []);
    const names = [...new Set(index.map(({ name }) => name))].filter((name) => name !== model);
    return names.toSorted().flatMap((name) => {
      const p99Ms = this.#deps.findObjective(server.id, name);
      return p99Ms === null ? [] : [{ model: name, p99Ms }];
    });
  }

  /** See the contract's "tuning.search.start". */
  async start(order: Order, signal: AbortSignal): Promise<number> {
    const { servers, configs, store, clock } = this.#deps;
    const { plan, goal, ranges, constraints, pairs, trials, minutes, withOtherTraffic } = order;
    const server = servers.get(plan.serverId);
    const model = plan.traffic[0]?.model ?? "";
    if (plan.traffic.length > 1) {
      throw new StatusError(
        "INVALID_ARGUMENT",
        `plan has traffic to ${plan.traffic.length} kinds of requests; a search sends one.`,
      );
    }
    if ((goal.kind === "throughput") !== (ranges.clients !== null)) {
      throw new StatusError(
        "INVALID_ARGUMENT",
        goal.kind === "throughput"
          ? "ranges.clients is missing: the highest throughput needs numbers of clients to try."
          : "ranges.clients is given, but the goal's rate is the load; leave it out.",
      );
    }
    const { text, etag, config } = await configs.inForce(server.id, model);
    const baseline = toSearchSettings(config);
    await requireControl(server, signal);
    const search = store.create(
      {
        name: order.name.trim() || `Search ${model}`,
        createdAt: clock.now(),
        finishedAt: null,
        state: "preparing",
        serverId: server.id,
        model,
        plan: { ...plan, goal: { kind: "sweep" }, objective: null, stopWhenCertified: false },
        goal,
        ranges,
        constraints,
        trials,
        minutes,
        pairs,
        baseline,
        baselineConfig: text,
        environment: null,
        measured: [],
        current: null,
        confirming: null,
        pausing: false,
        map: [],
        best: null,
        result: null,
        foundConfig: null,
        problem: null,
        applied: null,
      },
      etag,
    );
    try {
      await this.#begin(search, { config, former: null, withOtherTraffic }, signal);
    } catch (error) {
      store.remove(search.id);
      throw error;
    }
    return search.id;
  }

  pause(id: number): void {
    this.#runs(id).run.pause();
  }

  /** See the contract's "tuning.search.resume". */
  async resume(id: number, withOtherTraffic: boolean, signal: AbortSignal): Promise<void> {
    if (this.#running?.id === id) await this.#running.run.resume(withOtherTraffic);
    else await this.#continue(this.get(id), withOtherTraffic, signal);
  }

  /** Continues after the stored measurements, or repeats the confirmation. */
  async #continue(
    search: TuningSearch,
    withOtherTraffic: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    const { id, model, serverId, measured, known, state, result, foundConfig } = search;
    const { servers, configs, store } = this.#deps;
    const confirmsAgain = canConfirmAgain(search);
    if (!canContinue(search) && !confirmsAgain) {
      throw new StatusError(
        "FAILED_PRECONDITION",
        `Search ${id} is ${state}; only a search that was interrupted or not confirmed can be resumed.`,
      );
    }
    if (measured.length > 0 && known === undefined) {
      throw new StatusError(
        "FAILED_PRECONDITION",
        `Search ${id} is from an earlier version of Batchdeck, which didn't store what resuming needs. Start another search.`,
      );
    }
    const server = servers.get(serverId);
    const { etag, config } = await configs.inForce(serverId, model);
    await requireControl(server, signal);
    const going = {
      ...search,
      state: "preparing" as const,
      finishedAt: null,
      problem: null,
      result: null,
    };
    const former = confirmsAgain ? { state, problem: null, result, foundConfig } : null;
    await this.#begin(going, { config, former, withOtherTraffic }, signal);
    store.setEtag(id, etag);
  }

  async stop(id: number): Promise<void> {
    const { run, ended } = this.#runs(id);
    run.stop("stopped", null);
    await ended;
  }

  /** See the contract's "tuning.search.apply". */
  async apply(id: number, toStore = false): Promise<TuningSearch> {
    const search = this.get(id);
    const { serverId, model, result, foundConfig } = search;
    if (result?.conclusion !== "confirmed" || foundConfig === null) {
      throw new StatusError(
        "FAILED_PRECONDITION",
        `Search ${id} has confirmed no other configuration; there is nothing to apply.`,
      );
    }
    const { configs, store, clock } = this.#deps;
    const etag = store.etag(id);
    const { etag: now } = await configs.inForce(serverId, model);
    if (now !== etag) {
      throw new StatusError(
        "FAILED_PRECONDITION",
        `The configuration of '${model}' was changed since the search. Keep the result as a draft and compare.`,
      );
    }
    const note = `Search ${id}: best configuration`;
    const { writtenTo } = await configs.apply(
      { serverId, model, etag },
      foundConfig,
      note,
      toStore ? "store" : "best",
    );
    return this.#save({ ...search, applied: { at: clock.now(), writtenTo } });
  }

  /** See the contract's "tuning.search.draft". */
  async draft(id: number): Promise<void> {
    const { serverId, model, foundConfig } = this.get(id);
    if (foundConfig === null) {
      throw new StatusError(
        "FAILED_PRECONDITION",
        `Search ${id} has found no other configuration; there is nothing to keep.`,
      );
    }
    const { etag } = await this.#deps.configs.inForce(serverId, model);
    this.#deps.configs.draft(serverId, model, foundConfig, etag);
  }

  remove(id: number): void {
    if (this.#running?.id === id) {
      throw new StatusError("FAILED_PRECONDITION", `Search ${id} is running; stop it first.`);
    }
    this.#deps.store.remove(id);
  }

  /** Resolves when the running search has ended and the former configuration is restored. */
  async close(): Promise<void> {
    this.#running?.run.stop("stopped", "The console was closed.");
    await this.#running?.ended;
  }

  async #begin(
    search: TuningSearch,
    options: Pick<SearchRunDeps, "config" | "former"> & { readonly withOtherTraffic: boolean },
    signal: AbortSignal,
  ): Promise<void> {
    const { config, former, withOtherTraffic } = options;
    const { lab, clock, store, events } = this.#deps;
    const { id, name, model, serverId, plan } = search;
    const openBench = (asked: AbortSignal) =>
      lab.bench(
        { owner: `search ${id}`, plan, words: () => `Search ${id} '${name}' is running` },
        asked,
      );
    const bench = await openBench(signal);
    try {
      if (search.measured.length > 0 && bench.baseText !== search.baselineConfig) {
        throw new StatusError(
          "FAILED_PRECONDITION",
          `The configuration of '${model}' was changed since search ${id} ended. Start another search.`,
        );
      }
      if (!withOtherTraffic) await requireQuiet(bench.server, clock, signal);
    } catch (error) {
      bench[Symbol.dispose]();
      throw error;
    }
    const { environment } = bench;
    const begun = this.#save({ ...search, environment, baselineConfig: bench.baseText });
    const run = new SearchRun(begun, bench, {
      clock,
      config,
      former,
      cores: this.#deps.coresFor(search.serverId),
      openBench,
      save: (change) => this.#save({ ...store.get(id), ...change }),
    });
    const mark = { kind: "experiment" as const, model, serverId };
    events.emit({
      level: "info",
      source: "tuning",
      message: `Search ${id} for the best configuration of '${model}' ${search.measured.length > 0 ? "continues" : "started"}.`,
      mark,
    });
    const ended = run
      .run()
      .then((ending) => this.#end(id, ending))
      .finally(() => {
        if (this.#running?.id === id) this.#running = null;
      });
    this.#running = { id, run, ended };
  }

  /** A result that can't be stored fails the search. */
  #end(id: number, ending: SearchEnding): void {
    try {
      this.#finish(id, ending);
    } catch (error) {
      const { message } = StatusError.from(error);
      this.#deps.events.emit({
        level: "error",
        source: "tuning",
        message: `The end of search ${id} can't be stored: ${message}`,
      });
      if (ending.state === "failed") return;
      this.#end(id, { state: "failed", result: null, problem: message, foundConfig: null });
    }
  }

  #finish(id: number, ending: SearchEnding): void {
    const { store, clock, events } = this.#deps;
    const search = this.#save({
      ...store.get(id),
      ...ending,
      current: null,
      confirming: null,
      pausing: false,
      finishedAt: clock.now(),
    });
    const { state, problem, model, serverId } = search;
    events.emit({
      level: state === "failed" ? "warning" : "info",
      source: "tuning",
      message: `Search ${id} for '${model}' is ${state}${problem === null ? "." : `: ${problem}`}`,
      mark: { kind: "experiment", model, serverId },
    });
  }

  #recover(): void {
    const { store, events, clock } = this.#deps;
    const emit = (message: string) => events.emit({ level: "error", source: "tuning", message });
    const { searches, unreadable } = store.list();
    for (const id of unreadable) emit(`Search ${id} in the data directory can't be read.`);
    for (const search of searches.filter(isOpen)) {
      try {
        store.save({
          ...search,
          state: "stopped",
          problem: ENDED,
          current: null,
          repeat: null,
          confirming: null,
          pausing: false,
          finishedAt: clock.now(),
        });
      } catch (error) {
        emit(`Search ${search.id} can't be marked as stopped: ${StatusError.from(error).message}`);
      }
    }
  }

  #runs(id: number): { readonly run: SearchRun; readonly ended: Promise<void> } {
    if (this.#running?.id === id) return this.#running;
    throw new StatusError(
      "FAILED_PRECONDITION",
      `Search ${id} is not running; it is ${this.get(id).state}.`,
    );
  }

  #save(search: TuningSearch): TuningSearch {
    this.#deps.store.save(search);
    this.#listeners.emit(search);
    return search;
  }
}

/** FAILED_PRECONDITION if the server doesn't load configurations on request. */
async function requireControl(server: ServerAdapter, signal: AbortSignal): Promise<void> {
  const { capabilities, status } = server;
  const canLoad = capabilities.includes("load") && capabilities.includes("configuration");
  const refusal = canLoad
    ? await loadRefusal(server, signal)
    : { message: "it has no model control." };
  if (refusal === null) return;
  throw new StatusError(
    "FAILED_PRECONDITION",
    `${status.name} doesn't load configurations on request: ${refusal.message} Start it with --model-control-mode=explicit.`,
  );
}
