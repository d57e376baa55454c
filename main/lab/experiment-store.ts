import type { z } from "zod";
import { StatusError } from "../../engine/protocol/status.ts";
import {
  type Experiment,
  type ExperimentPlan,
  type ExperimentStep,
  type ExperimentSummary,
  experiment,
  experimentPlan,
  experimentState,
  experimentStep,
} from "../contract/index.ts";
import type { Db } from "../store/index.ts";

interface Row {
  readonly id: number;
  readonly name: string;
  readonly created_at: number;
  readonly finished_at: number | null;
  readonly state: string;
  readonly reason: string | null;
  readonly plan: string;
  readonly environment: string;
  readonly best: number | null;
}

export interface NewExperiment {
  readonly name: string;
  readonly plan: ExperimentPlan;
  readonly environment: Experiment["environment"];
}

const SELECT = `
  SELECT id, name, created_at, finished_at, state, reason, plan, environment,
    (SELECT max(inferences_per_second) FROM experiment_steps WHERE experiment = experiments.id) AS best
  FROM experiments`;

/** Experiments in the database. Times are ms since the epoch. */
export class ExperimentStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  create({ name, plan, environment }: NewExperiment, now: number): number {
    return this.#db.run(
      `INSERT INTO experiments (name, created_at, state, model, plan, environment)
       VALUES (?, ?, 'running', ?, ?, ?)`,
      name,
      Math.round(now),
      plan.model,
      JSON.stringify(plan),
      JSON.stringify(environment),
    ).lastInsertRowid;
  }

  addStep(id: number, position: number, step: ExperimentStep): void {
    this.#db.run(
      "INSERT INTO experiment_steps VALUES (?, ?, ?, ?)",
      id,
      position,
      step.inferencesPerSecond,
      JSON.stringify(step),
    );
  }

  finish(id: number, state: Experiment["state"], reason: string | null, now: number): void {
    this.#db.run(
      "UPDATE experiments SET state = ?, reason = ?, finished_at = ? WHERE id = ?",
      state,
      reason,
      Math.round(now),
      id,
    );
  }

  /** Ends what an earlier host left running. */
  interruptRunning(reason: string, now: number): void {
    this.#db.run(
      `UPDATE experiments SET state = 'interrupted', reason = ?, finished_at = ?
       WHERE state = 'running'`,
      reason,
      Math.round(now),
    );
  }

  /** Newest first; of one model, or of all. */
  list(model?: string): ExperimentSummary[] {
    const rows =
      model === undefined
        ? this.#db.all<Row>(`${SELECT} ORDER BY id DESC`)
        : this.#db.all<Row>(`${SELECT} WHERE model = ? ORDER BY id DESC`, model);
    return rows.map((row) => ({ ...summary(row), bestInferencesPerSecond: row.best }));
  }

  count(): number {
    return this.#db.get<{ count: number }>("SELECT count(*) AS count FROM experiments")?.count ?? 0;
  }

  /** NOT_FOUND when there is none. */
  get(id: number): Experiment {
    const row = this.#db.get<Row>(`${SELECT} WHERE id = ?`, id);
    if (!row) throw missing(id);
    const steps = this.#db.all<{ step: string }>(
      "SELECT step FROM experiment_steps WHERE experiment = ? ORDER BY position",
      id,
    );
    return {
      ...summary(row),
      environment: parse(id, experiment.shape.environment, row.environment),
      steps: steps.map(({ step }) => parse(id, experimentStep, step)),
    };
  }

  rename(id: number, name: string): void {
    const { changes } = this.#db.run("UPDATE experiments SET name = ? WHERE id = ?", name, id);
    if (changes === 0) throw missing(id);
  }

  remove(id: number): void {
    this.#db.transaction(() => {
      this.#db.run("DELETE FROM experiment_steps WHERE experiment = ?", id);
      const { changes } = this.#db.run("DELETE FROM experiments WHERE id = ?", id);
      if (changes === 0) throw missing(id);
    });
  }
}

function summary(row: Row) {
  return {
    id: row.id,
    name: row.name,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    state: experimentState.parse(row.state),
    reason: row.reason,
    plan: parse(row.id, experimentPlan, row.plan),
  };
}

function parse<T extends z.ZodType>(id: number, schema: T, text: string): z.output<T> {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new StatusError("DATA_LOSS", `Experiment ${id} in the data directory cannot be read.`, {
      cause,
    });
  }
}

function missing(id: number): StatusError {
  return new StatusError("NOT_FOUND", `There is no experiment ${id}; it may have been removed.`);
}
