import { StatusError } from "../../base/status-error.ts";
import type { Clock } from "../../base/clock.ts";
import type {
  Candidate,
  Experiment,
  ExperimentPlan,
  Proposal,
  TuningSession,
  TuningStep,
} from "../contract/index.ts";
import type { EventSink } from "../events/index.ts";
import { Listeners } from "../../base/listeners.ts";
import { checkPlan } from "./check-plan.ts";
import { brokenOff, confirmed, isOpen, measured, invalidReason, undecided } from "./course.ts";
import { proposalsFor } from "./proposals/index.ts";
import type { Basis, SessionStore } from "./session-store.ts";
import { recoverSessions } from "./recover-sessions.ts";
import type { TuningConfigs, TuningLab } from "./tools.ts";

export interface SessionsDeps {
  readonly lab: TuningLab;
  readonly configs: TuningConfigs;
  readonly store: SessionStore;
  readonly clock: Clock;
  readonly events: EventSink;
}

type Attempt = Pick<Proposal, "knob" | "title" | "reason" | "configText">;

const ORIGINAL = "Original configuration";
const CURRENT = "Current configuration";
const LONGEST_LABEL = 80;

const findModel = ({ traffic }: ExperimentPlan) => traffic[0]?.model ?? "";

/** Tuning sessions (TUNING-22 to TUNING-29). Each change is stored before it is reported. */
export class Sessions {
  readonly #deps: SessionsDeps;
  readonly #listeners = new Listeners<TuningSession>("tuning");
  /** Running measurements by session. */
  readonly #measuring = new Map<number, Promise<void>>();

  /** Sessions left measuring by an earlier host return to choosing. */
  constructor(deps: SessionsDeps) {
    this.#deps = deps;
    recoverSessions(deps.store, deps.events);
  }

  onChanged(listener: (session: TuningSession) => void): Disposable {
    return this.#listeners.add(listener);
  }

  list(): TuningSession[] {
    return this.#deps.store.list().sessions;
  }

  /** Neither finished nor abandoned. */
  open(): TuningSession[] {
    return this.list().filter(isOpen);
  }

  get(id: number): TuningSession {
    return this.#deps.store.get(id);
  }

  /** The environment of the baseline's measurement; null before it, and if the experiment was deleted. */
  environment(id: number): Experiment["environment"] | null {
    const { baseline } = this.get(id);
    if (baseline === null) return null;
    try {
      return this.#deps.lab.get(baseline).environment;
    } catch (error) {
      if (error instanceof StatusError && error.code === "NOT_FOUND") return null;
      throw error;
    }
  }

  /** Resolves with the id once the baseline is being measured. */
  async start(plan: ExperimentPlan, name: string, replicates: number): Promise<number> {
    const { configs, store, clock } = this.#deps;
    checkPlan(plan);
    const model = findModel(plan);
    const held = await configs.held(plan.serverId, model);
    const { text, etag } = await configs.inForce(plan.serverId, model);
    const session = store.create(
      {
        name: name.trim() || `Tuning ${model}`,
        createdAt: clock.now(),
        finishedAt: null,
        state: "baseline",
        serverId: plan.serverId,
        model,
        plan: { ...plan, goal: { kind: "sweep" } },
        replicates,
        baseline: null,
        running: null,
        baselineConfig: text,
        currentConfig: text,
        steps: [],
        gain: null,
        problem: null,
      },
      { held, etag },
    );
    try {
      await this.#measureBaseline(session);
    } catch (error) {
      store.remove(session.id);
      throw error;
    }
    return session.id;
  }

  /** See the contract's "tuning.baseline". */
  async baseline(id: number): Promise<TuningSession> {
    const session = this.#in(id, "choosing");
    const { configs, store } = this.#deps;
    const { serverId, model } = session;
    const untouched = session.steps.every(({ state }) => state !== "kept");
    const held = untouched ? await configs.held(serverId, model) : store.basis(id).held;
    const { text, etag } = await configs.inForce(serverId, model);
    const baselineConfig = untouched ? text : session.baselineConfig;
    store.save({ ...session, currentConfig: text, baselineConfig }, { held, etag });
    await this.#measureBaseline({ ...this.get(id), state: "baseline", problem: null });
    return this.get(id);
  }

  async proposals(id: number): Promise<Proposal[]> {
    const session = this.get(id);
    const { configs } = this.#deps;
    const { serverId, model } = session;
    const { text, config } = await configs.inForce(serverId, model);
    const known = await configs.serverFacts(serverId, model);
    const tried = session.steps
      .filter(({ state }) => state === "reverted")
      .map(({ proposal }) => proposal.configText);
    return proposalsFor(
      {
        text,
        config,
        plan: session.plan,
        measured: this.#findMeasured(session),
        ...known,
      },
      new Set(tried),
    );
  }

  /** See the contract's "tuning.try". */
  async try(id: number, attempt: Attempt): Promise<TuningSession> {
    const session = this.#in(id, "choosing");
    await this.#requireUnchanged(session);
    if (attempt.configText === session.currentConfig) {
      throw new StatusError(
        "INVALID_ARGUMENT",
        `configText is the current configuration of '${session.model}'; change something to measure it.`,
      );
    }
    const step: TuningStep = {
      id: Math.max(0, ...session.steps.map((each) => each.id)) + 1,
      proposal: { ...attempt, possible: true },
      experiment: null,
      state: "measuring",
      comparison: null,
      advice: null,
      at: this.#deps.clock.now(),
    };
    return await this.#attempt({ ...session, steps: [...session.steps, step] }, step);
  }

  /** See the contract's "tuning.again". */
  async again(id: number): Promise<TuningSession> {
    const session = this.#in(id, "deciding");
    await this.#requireUnchanged(session);
    return await this.#attempt(session, undecided(session));
  }

  /** See the contract's "tuning.confirm". */
  async confirm(id: number): Promise<TuningSession> {
    const session = this.#in(id, "choosing");
    await this.#requireUnchanged(session);
    if (session.currentConfig === session.baselineConfig) {
      throw new StatusError(
        "FAILED_PRECONDITION",
        "No change was kept so far: the original configuration is the current one.",
      );
    }
    const { plan } = session;
    const candidates: Candidate[] = [
      { label: ORIGINAL, configText: session.baselineConfig },
      { label: CURRENT, configText: session.currentConfig },
    ];
    const experiment = await this.#start(session, "confirmation", {
      ...plan,
      goal: { kind: "compare", candidates, replicates: session.replicates },
    });
    this.#save({ ...session, state: "measuring", problem: null, running: experiment });
    this.#watch(id, experiment, confirmed);
    return this.get(id);
  }

  async cancel(id: number): Promise<TuningSession> {
    const { running } = this.get(id);
    if (running === null) {
      throw new StatusError("FAILED_PRECONDITION", `Tuning session ${id} is not measuring.`);
    }
    if (this.#measuring.has(id)) {
      await this.#deps.lab.cancel(running);
      await this.#measuring.get(id);
    }
    // Ends a measurement whose result couldn't be stored.
    const session = this.get(id);
    return session.running === null ? session : this.#save(brokenOff(session, "Canceled."));
  }

  /** See the contract's "tuning.decide". */
  async decide(id: number, decision: "keep" | "revert"): Promise<TuningSession> {
    const session = this.#in(id, "deciding");
    const step = undecided(session);
    const { configText, title } = step.proposal;
    const decided = (state: "kept" | "reverted"): TuningSession => ({
      ...session,
      state: "choosing",
      steps: session.steps.with(-1, { ...step, state }),
    });
    if (decision === "revert") return this.#save(decided("reverted"));
    const { basis } = await this.#apply(session, configText, `Tuning: ${title}`, "server");
    return this.#save({ ...decided("kept"), currentConfig: configText, gain: null }, basis);
  }

  /** See the contract's "tuning.finish". */
  async finish(id: number, restore: boolean): Promise<TuningSession> {
    const { configs, clock, store } = this.#deps;
    const session = this.get(id);
    if (!isOpen(session)) {
      throw new StatusError(
        "FAILED_PRECONDITION",
        `Tuning session ${id} is ${session.state} already.`,
      );
    }
    if (session.running !== null) {
      throw new StatusError(
        "FAILED_PRECONDITION",
        `Tuning session ${id} is measuring; wait for it or cancel that first.`,
      );
    }
    const { serverId, model, baselineConfig } = session;
    const changed = session.steps.some(({ state }) => state === "kept");
    if (changed) await this.#requireUnchanged(session);
    if (changed && restore) {
      const { held } = store.basis(id);
      await configs.putBack(serverId, model, held, "Tuning: restore the original configuration");
    }
    const applied =
      changed && !restore
        ? await this.#apply(session, session.currentConfig, "Tuning: result", "best")
        : undefined;
    const ended: TuningSession = {
      ...session,
      currentConfig: restore ? baselineConfig : session.currentConfig,
      state: restore ? "abandoned" : "finished",
      finishedAt: clock.now(),
      ...(applied && { writtenTo: applied.writtenTo }),
    };
    return this.#save(ended, applied?.basis);
  }

  remove(id: number): void {
    if (this.get(id).running !== null) {
      throw new StatusError(
        "FAILED_PRECONDITION",
        `Tuning session ${id} is measuring; cancel that first.`,
      );
    }
    this.#deps.store.remove(id);
  }

  /** Resolves when running measurements have been stored. */
  async close(): Promise<void> {
    await Promise.all(this.#measuring.values());
  }

  /** The basis of a session's proposals: its latest measurement of the current configuration. */
  #findMeasured(session: TuningSession) {
    const kept = session.steps.findLast(({ state }) => state === "kept")?.experiment ?? null;
    const baseline = session.baseline ?? 0;
    const newer = kept !== null && kept > baseline ? kept : baseline;
    if (newer === 0) return null;
    const candidate = newer === kept ? 1 : null;
    try {
      const steps = this.#deps.lab.get(newer).steps.filter((step) => step.candidate === candidate);
      return steps.findLast(({ verdict }) => verdict.verdict === "valid") ?? steps.at(-1) ?? null;
    } catch {
      // The experiment was removed: proposals are made without it.
      return null;
    }
  }

  async #requireUnchanged(session: TuningSession): Promise<void> {
    const { configs, store } = this.#deps;
    const { etag } = await configs.inForce(session.serverId, session.model);
    if (etag === store.basis(session.id).etag) return;
    throw new StatusError(
      "FAILED_PRECONDITION",
      `The configuration of '${session.model}' was changed outside the session. Measure the baseline again to continue from it.`,
    );
  }

  /** Resolves with the session's new basis, and the file written. */
  async #apply(
    session: TuningSession,
    text: string,
    note: string,
    place: "server" | "best",
  ): Promise<{ readonly basis: Basis; readonly writtenTo: string | null }> {
    await this.#requireUnchanged(session);
    const { configs, store } = this.#deps;
    const { serverId, model, id } = session;
    const basis = store.basis(id);
    const target = { serverId, model, etag: basis.etag };
    const { etag, writtenTo } = await configs.apply(target, text, note, place);
    return { basis: { ...basis, etag }, writtenTo };
  }

  async #measureBaseline(session: TuningSession): Promise<void> {
    const experiment = await this.#start(session, "baseline", session.plan);
    this.#save({ ...session, baseline: experiment, running: experiment });
    this.#watch(session.id, experiment, (now, result) => ({
      ...now,
      state: "choosing",
      problem: invalidReason(result),
    }));
  }

  /** Measures the last step against the current configuration. */
  async #attempt(session: TuningSession, step: TuningStep): Promise<TuningSession> {
    const { title, configText } = step.proposal;
    const label = title.slice(0, LONGEST_LABEL);
    const experiment = await this.#start(session, label, {
      ...session.plan,
      goal: {
        kind: "compare",
        candidates: [
          { label: CURRENT, configText: null },
          { label, configText },
        ],
        replicates: session.replicates,
      },
    });
    const measuring: TuningStep = {
      ...step,
      experiment,
      state: "measuring",
      comparison: null,
      advice: null,
    };
    this.#save({
      ...session,
      state: "measuring",
      problem: null,
      running: experiment,
      steps: session.steps.with(-1, measuring),
    });
    this.#watch(session.id, experiment, (now, result) => measured(now, step.id, result));
    return this.get(session.id);
  }

  #start(session: TuningSession, what: string, plan: ExperimentPlan): Promise<number> {
    return this.#deps.lab.start(plan, `${session.name}: ${what}`);
  }

  #watch(
    id: number,
    experiment: number,
    then: (session: TuningSession, result: Experiment) => TuningSession,
  ): void {
    const watching = this.#deps.lab
      .finished(experiment)
      .then((result) => {
        this.#save({ ...then(this.get(id), result), running: null });
      })
      .catch((error: unknown) => {
        const { message } = StatusError.from(error);
        this.#deps.events.emit({
          level: "error",
          source: "tuning",
          message: `Tuning session ${id} can't store its measurement: ${message}`,
        });
      })
      .finally(() => this.#measuring.delete(id));
    this.#measuring.set(id, watching);
  }

  #in(id: number, state: TuningSession["state"]): TuningSession {
    const session = this.get(id);
    if (session.state === state) return session;
    throw new StatusError(
      "FAILED_PRECONDITION",
      `Tuning session ${id} is ${session.state}, not ${state}.`,
    );
  }

  #save(session: TuningSession, basis?: Basis): TuningSession {
    this.#deps.store.save(session, basis);
    this.#listeners.emit(session);
    return session;
  }
}
