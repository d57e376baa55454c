import { StatusError } from "../../engine/protocol/status.ts";
import type { Clock } from "../clock.ts";
import type {
  Candidate,
  Experiment,
  ExperimentPlan,
  Proposal,
  TuningSession,
  TuningStep,
} from "../contract/index.ts";
import type { EventSink } from "../events/index.ts";
import { Listeners } from "../listeners.ts";
import { adviceOf } from "./advice.ts";
import { proposalsFor } from "./proposals/index.ts";
import type { SessionStore } from "./session-store.ts";
import type { TuningConfigs, TuningLab } from "./tools.ts";

export interface SessionsDeps {
  readonly lab: TuningLab;
  readonly configs: TuningConfigs;
  readonly store: SessionStore;
  readonly clock: Clock;
  readonly events: EventSink;
  /** Cores of the machine that serves; null where it is another one. */
  readonly cpusOf: (serverId: string) => number | null;
}

type Attempt = Pick<Proposal, "knob" | "title" | "reason" | "configText">;

const FIRST = "First configuration";
const PRESENT = "Present configuration";

/** Tuning sessions (SPEC.md, T22 to T29). Each change of one is stored before it is told. */
export class Sessions {
  readonly #deps: SessionsDeps;
  readonly #listeners = new Listeners<TuningSession>();
  readonly #measuring = new Set<Promise<void>>();

  /** What an earlier host left measuring goes on choosing. */
  constructor(deps: SessionsDeps) {
    this.#deps = deps;
    this.#recover();
  }

  onChanged(listener: (session: TuningSession) => void): Disposable {
    return this.#listeners.add(listener);
  }

  list(): TuningSession[] {
    return this.#deps.store.list().sessions;
  }

  get(id: number): TuningSession {
    return this.#deps.store.get(id);
  }

  /** Resolves with the id once the baseline is being measured. */
  async start(plan: ExperimentPlan, name: string, replicates: number): Promise<number> {
    const { configs, store, clock } = this.#deps;
    checkPlan(plan);
    const model = modelOf(plan);
    const { text } = await configs.inForce(plan.serverId, model);
    const session = store.create({
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
    });
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
    const { text } = await this.#deps.configs.inForce(session.serverId, session.model);
    const untouched = session.steps.every(({ state }) => state !== "kept");
    await this.#measureBaseline({
      ...session,
      state: "baseline",
      problem: null,
      currentConfig: text,
      baselineConfig: untouched ? text : session.baselineConfig,
    });
    return this.get(id);
  }

  async proposals(id: number): Promise<Proposal[]> {
    const session = this.get(id);
    const { configs, cpusOf } = this.#deps;
    const { text, config } = await configs.inForce(session.serverId, session.model);
    const tried = session.steps
      .filter(({ state }) => state === "reverted")
      .map(({ proposal }) => proposal.configText);
    return proposalsFor(
      {
        text,
        config,
        plan: session.plan,
        measured: this.#measuredOf(session),
        cpus: cpusOf(session.serverId),
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
        `configText is the present configuration of '${session.model}'; change something to measure it.`,
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
        "Nothing was kept so far: the first configuration is the present one.",
      );
    }
    const { plan } = session;
    const candidates: Candidate[] = [
      { label: FIRST, configText: session.baselineConfig },
      { label: PRESENT, configText: session.currentConfig },
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
      throw new StatusError("FAILED_PRECONDITION", `Tuning session ${id} measures nothing now.`);
    }
    await this.#deps.lab.cancel(running);
    await Promise.all(this.#measuring);
    return this.get(id);
  }

  /** See the contract's "tuning.decide". */
  async decide(id: number, decision: "keep" | "revert"): Promise<TuningSession> {
    const session = this.#in(id, "deciding");
    const step = undecided(session);
    const { configText, title } = step.proposal;
    if (decision === "keep") {
      await this.#deps.configs.apply(
        session.serverId,
        session.model,
        configText,
        `Tuning: ${title}`,
        "server",
      );
    }
    return this.#save({
      ...session,
      ...(decision === "keep" && { currentConfig: configText, gain: null }),
      state: "choosing",
      steps: session.steps.with(-1, { ...step, state: decision === "keep" ? "kept" : "reverted" }),
    });
  }

  /** See the contract's "tuning.finish". */
  async finish(id: number, restore: boolean): Promise<TuningSession> {
    const { configs, clock } = this.#deps;
    const session = this.get(id);
    if (session.running !== null) {
      throw new StatusError(
        "FAILED_PRECONDITION",
        `Tuning session ${id} is measuring; wait for it or cancel that first.`,
      );
    }
    const text = restore ? session.baselineConfig : session.currentConfig;
    if (session.steps.some(({ state }) => state === "kept")) {
      const note = restore ? "Tuning: back to the first configuration" : "Tuning: result";
      await configs.apply(session.serverId, session.model, text, note, "best");
    }
    return this.#save({
      ...session,
      currentConfig: text,
      state: restore ? "abandoned" : "finished",
      finishedAt: clock.now(),
    });
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

  /** Resolves when what runs has been recorded. */
  async close(): Promise<void> {
    await Promise.all(this.#measuring);
  }

  /** What a session's proposals go by: its latest measurement of the present configuration. */
  #measuredOf(session: TuningSession) {
    const kept = session.steps.findLast(({ state }) => state === "kept");
    const id = kept?.experiment ?? session.baseline;
    if (id === null) return null;
    try {
      const steps = this.#deps.lab
        .get(id)
        .steps.filter(({ candidate }) => candidate === (kept ? 1 : null));
      return steps.findLast(({ verdict }) => verdict.verdict === "valid") ?? steps.at(-1) ?? null;
    } catch {
      // The experiment was removed: proposals do without.
      return null;
    }
  }

  async #requireUnchanged(session: TuningSession): Promise<void> {
    const { text } = await this.#deps.configs.inForce(session.serverId, session.model);
    if (text === session.currentConfig) return;
    throw new StatusError(
      "FAILED_PRECONDITION",
      `The configuration of '${session.model}' was changed outside the session; measure the baseline again to go on from it.`,
    );
  }

  async #measureBaseline(session: TuningSession): Promise<void> {
    const experiment = await this.#start(session, "baseline", session.plan);
    this.#save({ ...session, baseline: experiment, running: experiment });
    this.#watch(session.id, experiment, (now, result) => ({
      ...now,
      state: "choosing",
      problem: problemOf(result),
    }));
  }

  /** Measures the last step against the present configuration. */
  async #attempt(session: TuningSession, step: TuningStep): Promise<TuningSession> {
    const { title, configText } = step.proposal;
    const label = title.slice(0, LONGEST_LABEL);
    const experiment = await this.#start(session, label, {
      ...session.plan,
      goal: {
        kind: "compare",
        candidates: [
          { label: PRESENT, configText: null },
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
          message: `Tuning session ${id} could not take up its measurement: ${message}`,
        });
      })
      .finally(() => this.#measuring.delete(watching));
    this.#measuring.add(watching);
  }

  #in(id: number, state: TuningSession["state"]): TuningSession {
    const session = this.get(id);
    if (session.state === state) return session;
    throw new StatusError(
      "FAILED_PRECONDITION",
      `Tuning session ${id} is ${session.state}, not ${state}.`,
    );
  }

  #save(session: TuningSession): TuningSession {
    this.#deps.store.save(session);
    this.#listeners.tell(session);
    return session;
  }

  /** A disk that is full must not keep the host from starting. */
  #recover(): void {
    const { store, events } = this.#deps;
    const { sessions, unreadable } = store.list();
    const emit = (message: string) => events.emit({ level: "error", source: "tuning", message });
    for (const id of unreadable) emit(`Tuning session ${id} in the data directory cannot be read.`);
    for (const session of sessions.filter(({ running }) => running !== null)) {
      try {
        store.save(interrupted(session));
      } catch (error) {
        emit(`Tuning session ${session.id} cannot be taken up: ${StatusError.from(error).message}`);
      }
    }
  }
}

const ENDED = "The console ended while it was measured; try it again.";

function interrupted(session: TuningSession): TuningSession {
  return {
    ...session,
    state: "choosing",
    running: null,
    problem: ENDED,
    steps: session.steps.map((step) =>
      step.state === "measuring" ? { ...step, state: "failed" } : step,
    ),
  };
}

function measured(session: TuningSession, stepId: number, result: Experiment): TuningSession {
  const comparison = result.comparisons.find(({ candidate }) => candidate === 1) ?? null;
  const problem = problemOf(result);
  const bound = session.plan.objective?.boundMs ?? null;
  const update = (step: TuningStep): TuningStep =>
    problem === null && comparison
      ? {
          ...step,
          state: "measured",
          comparison,
          advice: adviceOf(comparison, step.proposal.knob, bound),
        }
      : { ...step, state: "failed", comparison };
  return {
    ...session,
    state: problem === null && comparison ? "deciding" : "choosing",
    problem: problem ?? (comparison ? null : "The measurement holds nothing to compare."),
    steps: session.steps.map((step) => (step.id === stepId ? update(step) : step)),
  };
}

function confirmed(session: TuningSession, result: Experiment): TuningSession {
  return {
    ...session,
    state: "choosing",
    problem: problemOf(result),
    gain: result.comparisons.find(({ candidate }) => candidate === 1) ?? null,
  };
}

function problemOf({ id, state, reason }: Experiment): string | null {
  return state === "done" ? null : (reason ?? `Experiment ${id} is ${state}.`);
}

const modelOf = ({ traffic }: ExperimentPlan) => traffic[0]?.model ?? "";
const LONGEST_LABEL = 80;

function undecided({ id, steps }: TuningSession): TuningStep {
  const step = steps.at(-1);
  if (step) return step;
  throw new StatusError("INTERNAL", `Tuning session ${id} decides on nothing.`);
}

function checkPlan({ objective, load }: ExperimentPlan): void {
  if (objective === null) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      "objective is missing: say which latency must be kept, such as a p99 of 20 ms; tuning trades throughput against it.",
    );
  }
  const steps = load.kind === "concurrency" ? load.levels : load.kind === "rate" ? load.rates : [1];
  if (steps.length === 1) return;
  throw new StatusError(
    "INVALID_ARGUMENT",
    `load has ${steps.length} steps (${steps.join(", ")}); tuning measures at one, so that only the configuration differs.`,
  );
}

export type { Attempt };
