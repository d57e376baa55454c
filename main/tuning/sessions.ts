import { StatusError } from "../../base/status-error.ts";
import type { Clock } from "../../base/clock.ts";
import type { Experiment, ExperimentPlan, Proposal, TuningSession } from "../contract/index.ts";
import type { EventSink } from "../events/index.ts";
import { checkPlan } from "./check-plan.ts";
import {
  addStep,
  beginStep,
  brokenOff,
  comparisonPlan,
  confirmed,
  CURRENT,
  endStep,
  hasChanged,
  invalidReason,
  isOpen,
  newSession,
  requireIdle,
  requireState,
  type StepChoice,
  undecided,
} from "./course.ts";
import { Measurements } from "./measurements.ts";
import { proposalsFor } from "./proposals/index.ts";
import { recoverSessions } from "./recover-sessions.ts";
import { SessionConfigs } from "./session-configs.ts";
import type { SessionStore } from "./session-store.ts";
import type { TuningConfigs, TuningLab } from "./tools.ts";

export interface SessionsDeps {
  readonly lab: TuningLab;
  readonly configs: TuningConfigs;
  readonly store: SessionStore;
  readonly clock: Clock;
  readonly events: EventSink;
}

const ORIGINAL = "Original configuration";
const LONGEST_LABEL = 80;

/** Tuning sessions (TUNING-22 to TUNING-29). Each change is stored before it is reported. */
export class Sessions {
  readonly #configs: TuningConfigs;
  readonly #store: SessionStore;
  readonly #clock: Clock;
  readonly #measurements: Measurements;
  readonly #changes: SessionConfigs;

  /** Sessions left measuring by an earlier host return to choosing. */
  constructor({ lab, configs, store, clock, events }: SessionsDeps) {
    this.#configs = configs;
    this.#store = store;
    this.#clock = clock;
    this.#measurements = new Measurements(lab, store, events);
    this.#changes = new SessionConfigs(configs, store);
    recoverSessions(store, events);
  }

  onChanged(listener: (session: TuningSession) => void): Disposable {
    return this.#store.onSaved(listener);
  }

  list(): TuningSession[] {
    return this.#store.list().sessions;
  }

  /** Neither finished nor abandoned. */
  open(): TuningSession[] {
    return this.list().filter(isOpen);
  }

  get(id: number): TuningSession {
    return this.#store.get(id);
  }

  /** The environment of the baseline's measurement; null before it, and if the experiment was deleted. */
  environment(id: number): Experiment["environment"] | null {
    return this.#measurements.environment(this.get(id));
  }

  /** Resolves with the id once the baseline is being measured. */
  async start(plan: ExperimentPlan, name: string, replicates: number): Promise<number> {
    checkPlan(plan);
    const created = newSession(plan, { name, replicates, createdAt: this.#clock.now() });
    const held = await this.#configs.held(created.serverId, created.model);
    const { text, etag } = await this.#configs.inForce(created.serverId, created.model);
    const session = this.#store.create(
      { ...created, baselineConfig: text, currentConfig: text },
      { held, etag },
    );
    try {
      await this.#measureBaseline(session);
    } catch (error) {
      this.#store.remove(session.id);
      throw error;
    }
    return session.id;
  }

  /** See the contract's "tuning.baseline". */
  async baseline(id: number): Promise<TuningSession> {
    const session = requireState(this.get(id), "choosing");
    const { serverId, model } = session;
    const changed = hasChanged(session);
    const held = changed ? this.#store.basis(id).held : await this.#configs.held(serverId, model);
    const { text, etag } = await this.#configs.inForce(serverId, model);
    const baselineConfig = changed ? session.baselineConfig : text;
    this.#store.save({ ...session, currentConfig: text, baselineConfig }, { held, etag });
    return await this.#measureBaseline({ ...this.get(id), state: "baseline", problem: null });
  }

  async proposals(id: number): Promise<Proposal[]> {
    const session = this.get(id);
    const { serverId, model, plan, steps } = session;
    const { text, config } = await this.#configs.inForce(serverId, model);
    const known = await this.#configs.serverFacts(serverId, model);
    const tried = steps
      .filter(({ state }) => state === "reverted")
      .map(({ proposal }) => proposal.configText);
    const measured = this.#measurements.latest(session);
    return proposalsFor({ text, config, plan, measured, ...known }, new Set(tried));
  }

  /** See the contract's "tuning.try". */
  async try(id: number, choice: StepChoice): Promise<TuningSession> {
    const session = requireState(this.get(id), "choosing");
    await this.#changes.requireUnchanged(session);
    if (choice.configText === session.currentConfig) {
      throw new StatusError(
        "INVALID_ARGUMENT",
        `configText is the current configuration of '${session.model}'; change something to measure it.`,
      );
    }
    return await this.#measureLastStep(addStep(session, choice, this.#clock.now()));
  }

  /** See the contract's "tuning.again". */
  async again(id: number): Promise<TuningSession> {
    const session = requireState(this.get(id), "deciding");
    await this.#changes.requireUnchanged(session);
    return await this.#measureLastStep(session);
  }

  /** See the contract's "tuning.confirm". */
  async confirm(id: number): Promise<TuningSession> {
    const session = requireState(this.get(id), "choosing");
    await this.#changes.requireUnchanged(session);
    if (session.currentConfig === session.baselineConfig) {
      throw new StatusError(
        "FAILED_PRECONDITION",
        "No change was kept so far: the original configuration is the current one.",
      );
    }
    return await this.#measurements.start(session, {
      label: "confirmation",
      plan: comparisonPlan(session, [
        { label: ORIGINAL, configText: session.baselineConfig },
        { label: CURRENT, configText: session.currentConfig },
      ]),
      begin: () => ({ ...session, state: "measuring", problem: null }),
      end: confirmed,
    });
  }

  async cancel(id: number): Promise<TuningSession> {
    const { running } = this.get(id);
    if (running === null) {
      throw new StatusError("FAILED_PRECONDITION", `Tuning session ${id} is not measuring.`);
    }
    await this.#measurements.cancel(id, running);
    // Ends a measurement whose result couldn't be stored.
    const session = this.get(id);
    return session.running === null ? session : this.#store.save(brokenOff(session, "Canceled."));
  }

  /** See the contract's "tuning.decide". */
  async decide(id: number, decision: "keep" | "revert"): Promise<TuningSession> {
    const session = requireState(this.get(id), "deciding");
    const step = undecided(session);
    const { configText, title } = step.proposal;
    const decided = (state: "kept" | "reverted"): TuningSession => ({
      ...session,
      state: "choosing",
      steps: session.steps.with(-1, { ...step, state }),
    });
    if (decision === "revert") return this.#store.save(decided("reverted"));
    const { basis } = await this.#changes.apply(session, configText, `Tuning: ${title}`, "server");
    return this.#store.save({ ...decided("kept"), currentConfig: configText, gain: null }, basis);
  }

  /** See the contract's "tuning.finish". */
  async finish(id: number, restore: boolean, toStore = false): Promise<TuningSession> {
    const session = this.get(id);
    if (!isOpen(session)) {
      throw new StatusError(
        "FAILED_PRECONDITION",
        `Tuning session ${id} is ${session.state} already.`,
      );
    }
    requireIdle(session, "wait for it or cancel that first");
    const changed = hasChanged(session);
    if (restore) {
      if (changed) await this.#changes.restoreOriginal(session);
      return this.#store.save({
        ...session,
        currentConfig: session.baselineConfig,
        state: "abandoned",
        finishedAt: this.#clock.now(),
      });
    }
    const place = toStore ? "store" : "best";
    const applied = changed
      ? await this.#changes.apply(session, session.currentConfig, "Tuning: result", place)
      : null;
    return this.#store.save(
      {
        ...session,
        state: "finished",
        finishedAt: this.#clock.now(),
        ...(applied && { writtenTo: applied.writtenTo }),
      },
      applied?.basis,
    );
  }

  remove(id: number): void {
    requireIdle(this.get(id), "cancel that first");
    this.#store.remove(id);
  }

  /** Resolves when running measurements have been stored. */
  async close(): Promise<void> {
    await this.#measurements.close();
  }

  async #measureBaseline(session: TuningSession): Promise<TuningSession> {
    return await this.#measurements.start(session, {
      label: "baseline",
      plan: session.plan,
      begin: (experiment) => ({ ...session, baseline: experiment }),
      end: (now, result) => ({ ...now, state: "choosing", problem: invalidReason(result) }),
    });
  }

  /** Measures the last step against the current configuration. */
  async #measureLastStep(session: TuningSession): Promise<TuningSession> {
    const step = undecided(session);
    const { title, configText } = step.proposal;
    const label = title.slice(0, LONGEST_LABEL);
    return await this.#measurements.start(session, {
      label,
      plan: comparisonPlan(session, [
        { label: CURRENT, configText: null },
        { label, configText },
      ]),
      begin: (experiment) => beginStep(session, experiment),
      end: (now, result) => endStep(now, step.id, result),
    });
  }
}
