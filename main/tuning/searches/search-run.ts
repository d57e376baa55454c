import type { Clock } from "../../../base/clock.ts";
import { StatusError } from "../../../base/status-error.ts";
import type { ModelConfig } from "../../../engine/config/index.ts";
import type { MeasuredTrial, SearchTrial, TuningSearch } from "../../contract/index.ts";
import type { Bench } from "../../lab/index.ts";
import type { Subject } from "../../lab/measuring.ts";
import {
  type Cutoff,
  earlierTrial,
  grid,
  learnKnown,
  type Measurement,
  measurePoint,
  type OtherModels,
  otherModels,
  type Point,
  processCores,
  toQueueLimits,
  repeatShareFrom,
  sameSettings,
  type Settings,
  type TunableServer,
  tune,
  type TuneListener,
  withinMemory,
} from "../search/index.ts";
import { requireQuiet } from "./other-traffic.ts";
import { textWithSettings } from "./text-with-settings.ts";

export interface SearchRunDeps {
  readonly clock: Clock;
  /** The model's configuration, completed by the server. */
  readonly config: ModelConfig;
  /** Cores of the server's machine; null if unknown. */
  readonly cores: number | null;
  /** Opens a bench again after a pause. */
  readonly openBench: (signal: AbortSignal) => Promise<Bench>;
  /** Only repeats the confirmation of this result, and restores it unless there is another. Null: searches. */
  readonly former: SearchEnding | null;
  /** Stores and emits the change. */
  readonly save: (change: Partial<TuningSearch>) => TuningSearch;
}

/** How a search ended. */
export type SearchEnding = Pick<TuningSearch, "state" | "problem" | "result" | "foundConfig">;

const NOT_RESTORED =
  "The former configuration can't be restored now; it is restored when the server answers.";

/** A running search. `bench` is released at its end and during pauses. */
export class SearchRun implements TunableServer {
  readonly #deps: SearchRunDeps;
  readonly #abort = new AbortController();
  #search: TuningSearch;
  #bench: Bench | null;
  #active: Settings | null;
  #subject: Subject | null = null;
  #resumed: PromiseWithResolvers<void> | null = null;
  #isPausing = false;
  #stopped: { readonly state: "stopped" | "failed"; readonly problem: string | null } | null = null;
  #current: SearchTrial | null = null;
  #position = 0;
  #isRestored = true;
  #deadline = Number.POSITIVE_INFINITY;

  constructor(search: TuningSearch, bench: Bench, deps: SearchRunDeps) {
    this.#search = search;
    this.#deps = deps;
    this.#bench = null;
    this.#active = search.baseline;
    // Each measurement has its own requests, as has the calibration.
    this.#position = search.measured.length + 1;
    this.#take(bench);
  }

  /** Resolves when the former configuration is restored, or will be restored later. */
  async run(): Promise<SearchEnding> {
    const { minutes, measured } = this.#search;
    const spent = measured.reduce((sum, { seconds }) => sum + seconds, 0);
    if (minutes !== null) {
      this.#deadline = this.#deps.clock.monotonic() + minutes * 60_000 - spent * 1000;
    }
    try {
      return await this.#find();
    } catch (error) {
      const { code, message } = StatusError.from(error);
      const isStopped = this.#stopped !== null && code === "ABORTED";
      return this.#ending(
        isStopped && this.#stopped ? this.#stopped : { state: "failed", problem: message },
      );
    } finally {
      this.#release();
    }
  }

  /** Only the first call counts. `problem`: a sentence, unless the user stops it. */
  stop(state: "stopped" | "failed", problem: string | null): void {
    if (this.#stopped) return;
    this.#stopped = { state, problem };
    this.#abort.abort(problem ?? "Stopped.");
    this.#resumed?.resolve();
  }

  pause(): void {
    if (this.#resumed) return;
    this.#isPausing = true;
    this.#save({ pausing: true });
  }

  /** Rejects if another measurement runs or, unless `withOtherTraffic`, if there is other traffic. */
  async resume(withOtherTraffic: boolean): Promise<void> {
    if (this.#isPausing) {
      this.#isPausing = false;
      this.#save({ pausing: false });
      return;
    }
    const resumed = this.#resumed;
    if (!resumed) throw new StatusError("FAILED_PRECONDITION", "The search is not paused.");
    const { signal } = this.#abort;
    const bench = await this.#deps.openBench(signal);
    try {
      if (bench.baseText !== this.#search.baselineConfig) {
        throw new StatusError(
          "FAILED_PRECONDITION",
          `The configuration of '${this.#search.model}' was changed while the search was paused. Stop it and start another.`,
        );
      }
      if (!withOtherTraffic) await requireQuiet(bench.server, this.#deps.clock, signal);
    } catch (error) {
      bench[Symbol.dispose]();
      throw error;
    }
    this.#take(bench);
    this.#resumed = null;
    resumed.resolve();
  }

  async apply(settings: Settings, signal: AbortSignal): Promise<void> {
    if (this.#isPausing) await this.#sleep();
    if (signal.aborted || (this.#active && sameSettings(settings, this.#active))) return;
    const bench = this.#requireBench();
    await this.#requireUnchanged(bench);
    const isBaseline = sameSettings(settings, this.#search.baseline);
    this.#active = null;
    this.#subject = null;
    this.#isRestored = false;
    await bench.serve(
      isBaseline ? bench.baseText : textWithSettings(bench.baseText, this.#deps.config, settings),
      isBaseline ? "the former configuration" : `trial ${this.#search.current?.number ?? 0}`,
    );
    this.#active = settings;
  }

  async measure(
    point: Point,
    signal: AbortSignal,
    cutoff: Cutoff | null = null,
  ): Promise<Measurement> {
    return await this.#measureFor(point, { signal, cutoff });
  }

  async restore(): Promise<void> {
    if (this.#isRestored || !this.#bench) return;
    this.#isRestored = await this.#bench.restore();
    this.#active = this.#isRestored ? this.#search.baseline : null;
    this.#subject = null;
  }

  async #find(): Promise<SearchEnding> {
    const { goal, ranges, trials, pairs, plan, baseline, constraints } = this.#search;
    const { config, clock, cores, former } = this.#deps;
    const [traffic] = plan.traffic;
    const itemsPerRequest = traffic?.batchSize ?? 1;
    const repeatShare = traffic ? repeatShareFrom(traffic) : 0;
    // Several clients, so that batches form.
    const clients = ranges.clients ? (ranges.clients.at(-1) ?? 1) : null;
    const known =
      this.#search.known ??
      (await learnKnown({
        statistics: () => this.#statistics(),
        load: async (seconds) => {
          this.#save({ state: "calibrating" });
          const { signal } = this.#abort;
          await this.#measureFor({ settings: baseline, clients }, { signal, seconds });
        },
        instances: baseline.instances,
        seconds: plan.secondsPerStep,
      }));
    const all = grid({ ...ranges, itemsPerRequest, baseline, repeatShare });
    const { points, excluded } = constraints
      ? withinMemory(all, baseline, constraints)
      : { points: all, excluded: [] };
    this.#save({ state: "searching", excluded, known });
    const result = await tune(
      this,
      {
        ...known,
        goal,
        itemsPerRequest,
        points,
        constraints,
        baseline,
        cores: processCores(config, cores),
        queue: toQueueLimits(config),
        repeatShare,
        trials,
        seed: plan.seed,
        pairs,
        earlier: this.#search.measured.map(earlierTrial),
        ...(former?.result && { confirm: former.result.found }),
        isOver: () => clock.monotonic() > this.#deadline,
      },
      this.#listener(),
      this.#abort.signal,
    );
    const { found, conclusion, confirmation, endReason } = result;
    return this.#ending({
      state: "finished",
      result: {
        conclusion,
        found,
        confirmation,
        endReason: former?.result?.endReason ?? endReason,
      },
    });
  }

  #ending(more: Partial<SearchEnding> & { readonly state: TuningSearch["state"] }): SearchEnding {
    const { baselineConfig, baseline, best } = this.#search;
    const settings = (more.result?.found ?? best)?.point.settings ?? null;
    const problems = [more.problem ?? null, this.#isRestored ? null : NOT_RESTORED];
    const problem = problems.filter((each) => each !== null).join(" ") || null;
    const { former } = this.#deps;
    if (former && !more.result) return { ...former, problem };
    return {
      result: null,
      ...more,
      problem,
      foundConfig:
        settings === null || sameSettings(settings, baseline)
          ? null
          : textWithSettings(baselineConfig, this.#deps.config, settings),
    };
  }

  async #statistics(signal?: AbortSignal) {
    const { server } = this.#requireBench();
    return await server.statistics(this.#search.model, signal);
  }

  async #measureFor(
    point: Point,
    order: Omit<Parameters<typeof measurePoint>[2], "position">,
  ): Promise<Measurement> {
    const bench = this.#requireBench();
    const { goal, model, constraints } = this.#search;
    this.#subject ??= await bench.subject();
    const { insight } = bench.server;
    const measurement = await measurePoint(
      {
        subject: this.#subject,
        rate: goal.kind === "throughput" ? null : goal.rate,
        generator: bench.generator,
        clock: this.#deps.clock,
        statistics: (asked) => this.#statistics(asked),
        ask: (asked) => bench.server.modelDetail(model, asked),
        ...(insight && { watchBatches: (sink) => insight.watchBatches(model, sink) }),
        constraints,
        otherModels: (asked) => fetchOtherModels(bench, asked),
        onRepeat: (repeat) => this.#save({ repeat }),
      },
      point,
      { position: this.#position++, ...order },
    ).finally(() => this.#search.repeat && this.#save({ repeat: null }));
    await this.#requireUnchanged(bench);
    return measurement;
  }

  /** Ends the search if the configuration was changed from outside. */
  async #requireUnchanged(bench: Bench): Promise<void> {
    try {
      await bench.requireUnchanged();
    } catch (error) {
      this.stop("failed", StatusError.from(error).message);
      throw error;
    }
  }

  #listener(): TuneListener {
    const { clock } = this.#deps;
    const over = (more: Pick<MeasuredTrial, "outcome" | "problem"> & Partial<MeasuredTrial>) => {
      const current = this.#current;
      if (!current) return;
      const seconds = (clock.now() - current.startedAt) / 1000;
      this.#current = null;
      this.#save({
        measured: [...this.#search.measured, { ...current, ...more, seconds }],
        current: null,
      });
    };
    return {
      began: ({ point, predicted, reason }, number) => {
        this.#current = { number, point, predicted, reason, startedAt: clock.now() };
        this.#save({ current: this.#current });
      },
      measured: (_, { outcome, invalidReason: problem, batches, ...more }) => {
        const { violation, memoryBytes, endedEarly } = more;
        over({ outcome, problem, batches: [...batches], violation, memoryBytes, endedEarly });
      },
      failed: (_, problem) => over({ outcome: null, problem }),
      updated: (search) => this.#save({ map: search.predictions(), best: search.best() }),
      confirming: (pair, pairs, runnerUp) =>
        this.#save({ state: "confirming", confirming: { pair, pairs, runnerUp }, current: null }),
    };
  }

  /** Restores the former configuration and releases the bench until it resumes. */
  async #sleep(): Promise<void> {
    const { state } = this.#search;
    const { clock } = this.#deps;
    const since = clock.monotonic();
    await this.restore();
    this.#release();
    this.#resumed = Promise.withResolvers();
    this.#isPausing = false;
    this.#save({ state: "paused", pausing: false });
    const resumed = this.#resumed.promise;
    await resumed;
    if (this.#abort.signal.aborted) return;
    this.#deadline += clock.monotonic() - since;
    this.#current &&= { ...this.#current, startedAt: clock.now() };
    this.#save({ state, current: this.#current });
  }

  #take(bench: Bench): void {
    this.#bench = bench;
    bench.gone.addEventListener("abort", () => {
      if (this.#bench === bench) this.stop("failed", String(bench.gone.reason));
    });
  }

  #release(): void {
    this.#bench?.[Symbol.dispose]();
    this.#bench = null;
    this.#subject = null;
  }

  #requireBench(): Bench {
    if (this.#bench) return this.#bench;
    throw new StatusError("INTERNAL", "The search measures without the lab.");
  }

  #save(change: Partial<TuningSearch>): void {
    this.#search = this.#deps.save(change);
  }
}

/** With latencies if the server has telemetry. */
async function fetchOtherModels({ server }: Bench, signal: AbortSignal): Promise<OtherModels> {
  const [statistics, snapshot] = await Promise.all([
    server.statistics("", signal),
    server.insight ? server.telemetry(signal).catch(() => null) : null,
  ]);
  return otherModels(statistics, snapshot);
}
