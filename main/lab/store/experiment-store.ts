import { z } from "zod";
import { StatusError } from "../../../base/status-error.ts";
import {
  type Costs,
  type Experiment,
  type ExperimentPlan,
  type ExperimentState,
  type ExperimentStep,
  type ExperimentSummary,
  experimentState,
} from "../../contract/index.ts";
import { type Db, parsedJson } from "../../store/index.ts";
import { candidateComparisons } from "../comparison/candidates.ts";
import { readEnvironment, readPlan, readStep } from "./upgrade.ts";

interface Row {
  readonly id: number;
  readonly name: string;
  readonly created_at: number;
  readonly finished_at: number | null;
  readonly state: string;
  readonly reason: string | null;
  readonly plan: string;
  readonly environment: string;
  readonly tags: string;
  readonly pinned: number;
  readonly note: string;
  readonly imported_from: string | null;
  readonly search: string | null;
  readonly steps: number;
  readonly best: number | null;
  readonly best_tokens: number | null;
  readonly invalid: number;
}

export interface NewExperiment {
  readonly name: string;
  readonly plan: ExperimentPlan;
  readonly environment: Experiment["environment"];
}

export interface ListQuery {
  readonly model?: string | undefined;
  readonly query?: string | undefined;
  readonly tag?: string | undefined;
  readonly state?: ExperimentState | undefined;
}

/** The user's annotations of an experiment. Absent fields are kept. */
export interface ExperimentUpdate {
  readonly name?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly pinned?: boolean | undefined;
  readonly note?: string | undefined;
  /** Null removes them. */
  readonly costs?: Costs | null | undefined;
}

const SELECT = `
  SELECT experiments.*,
    (SELECT count(*) FROM experiment_steps WHERE experiment = experiments.id) AS steps,
    (SELECT count(*) FROM experiment_steps WHERE experiment = experiments.id AND valid = 0) AS invalid,
    (SELECT max(inferences_per_second) FROM experiment_steps WHERE experiment = experiments.id AND valid = 1) AS best,
    (SELECT max(output_tokens_per_second) FROM experiment_steps WHERE experiment = experiments.id AND valid = 1) AS best_tokens
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
      plan.traffic[0]?.model ?? "",
      JSON.stringify(plan),
      JSON.stringify(environment),
    ).lastInsertRowid;
  }

  /** Stores an experiment that was run elsewhere or before. */
  insert(experiment: Omit<Experiment, "id" | "comparisons">): number {
    return this.#db.transaction(() => {
      const id = this.create(experiment, experiment.createdAt);
      this.#db.run(
        "UPDATE experiments SET imported_from = ? WHERE id = ?",
        experiment.importedFrom,
        id,
      );
      for (const [position, step] of experiment.steps.entries()) this.saveStep(id, position, step);
      for (const { time, step, text } of experiment.annotations)
        this.annotate(id, step, text, time);
      if (experiment.search) this.setSearch(id, experiment.search);
      this.update(id, experiment);
      const { state, reason, finishedAt, createdAt } = experiment;
      this.finish(id, state, reason, finishedAt ?? createdAt);
      return id;
    });
  }

  /** Replaces what was measured of the same step so far. */
  saveStep(id: number, position: number, step: ExperimentStep): void {
    this.#db.run(
      `INSERT OR REPLACE INTO experiment_steps (experiment, position, inferences_per_second, step, valid, output_tokens_per_second)
       VALUES (?, ?, ?, ?, ?, ?)`,
      id,
      position,
      step.inferencesPerSecond,
      JSON.stringify(step),
      step.verdict.verdict === "valid" ? 1 : 0,
      step.chat?.outputTokensPerSecond ?? null,
    );
  }

  /** In order of position. */
  steps(id: number): ExperimentStep[] {
    return this.#db
      .all<{ step: string }>(
        "SELECT step FROM experiment_steps WHERE experiment = ? ORDER BY position",
        id,
      )
      .map(({ step }) => read(id, step, readStep));
  }

  setSearch(id: number, search: NonNullable<Experiment["search"]>): void {
    this.#db.run("UPDATE experiments SET search = ? WHERE id = ?", JSON.stringify(search), id);
  }

  finish(id: number, state: ExperimentState, reason: string | null, now: number): void {
    this.#db.run(
      "UPDATE experiments SET state = ?, reason = ?, finished_at = ? WHERE id = ?",
      state,
      reason,
      state === "paused" ? null : Math.round(now),
      id,
    );
  }

  /** Marks it as running again. */
  reopen(id: number): void {
    this.#db.run(
      "UPDATE experiments SET state = 'running', reason = NULL, finished_at = NULL WHERE id = ?",
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

  /** Pinned first, then newest first. An unreadable one (`lost`, with DATA_LOSS) does not hide others. */
  list(
    query: ListQuery = {},
    lost: (id: number, error: StatusError) => void = () => {},
  ): ExperimentSummary[] {
    const rows = this.#db.all<Row>(`${SELECT} ORDER BY pinned DESC, id DESC`);
    return rows.flatMap((row) => {
      try {
        return listed(row, query);
      } catch (thrown) {
        lost(row.id, thrown instanceof StatusError ? thrown : unreadable(row.id, thrown));
        return [];
      }
    });
  }

  count(): number {
    return this.#db.get<{ count: number }>("SELECT count(*) AS count FROM experiments")?.count ?? 0;
  }

  /** NOT_FOUND without one. */
  get(id: number): Experiment {
    const row = this.#db.get<Row>(`${SELECT} WHERE id = ?`, id);
    if (!row) throw missing(id);
    const base = summary(row);
    const steps = this.steps(id);
    return {
      ...base,
      note: row.note,
      environment: read(id, row.environment, (stored) => readEnvironment(stored, base.plan)),
      steps,
      annotations: this.#db.all<Experiment["annotations"][number]>(
        "SELECT id, time, step, text FROM experiment_annotations WHERE experiment = ? ORDER BY id",
        id,
      ),
      search: row.search === null ? null : read(id, row.search, (stored) => stored as never),
      comparisons: candidateComparisons(base.plan, steps),
    };
  }

  update(id: number, { name, tags, pinned, note, costs }: ExperimentUpdate): void {
    const plan = costs === undefined ? null : this.#planWithCosts(id, costs);
    const { changes } = this.#db.run(
      `UPDATE experiments SET name = coalesce(?, name), tags = coalesce(?, tags),
         pinned = coalesce(?, pinned), note = coalesce(?, note), plan = coalesce(?, plan)
       WHERE id = ?`,
      name ?? null,
      tags ? JSON.stringify([...new Set(tags)]) : null,
      pinned === undefined ? null : Number(pinned),
      note ?? null,
      plan,
      id,
    );
    if (changes === 0) throw missing(id);
  }

  #planWithCosts(id: number, costs: Costs | null): string {
    const row = this.#db.get<Row>(`${SELECT} WHERE id = ?`, id);
    if (!row) throw missing(id);
    const { costs: _costs, ...plan } = summary(row).plan;
    return JSON.stringify(costs === null ? plan : { ...plan, costs });
  }

  annotate(
    id: number,
    step: number | null,
    text: string,
    now: number,
  ): Experiment["annotations"][number] {
    const time = Math.round(now);
    const { lastInsertRowid } = this.#db.run(
      "INSERT INTO experiment_annotations (experiment, time, step, text) VALUES (?, ?, ?, ?)",
      id,
      time,
      step,
      text,
    );
    return { id: lastInsertRowid, time, step, text };
  }

  removeAnnotation(id: number, annotation: number): void {
    const { changes } = this.#db.run(
      "DELETE FROM experiment_annotations WHERE experiment = ? AND id = ?",
      id,
      annotation,
    );
    if (changes > 0) return;
    throw new StatusError("NOT_FOUND", `Experiment ${id} has no annotation ${annotation}.`);
  }

  remove(id: number): void {
    this.#db.transaction(() => {
      for (const table of ["experiment_steps", "experiment_annotations"]) {
        this.#db.run(`DELETE FROM ${table} WHERE experiment = ?`, id);
      }
      const { changes } = this.#db.run("DELETE FROM experiments WHERE id = ?", id);
      if (changes === 0) throw missing(id);
    });
  }
}

const storedTags = z.array(z.string());
const storedServer = z.object({ server: z.string().optional() }).catch({});

function summary(row: Row) {
  return {
    id: row.id,
    name: row.name,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    state: experimentState.parse(row.state),
    reason: row.reason,
    plan: read(row.id, row.plan, readPlan),
    tags: read(row.id, row.tags, (stored) => storedTags.parse(stored)),
    pinned: row.pinned === 1,
    importedFrom: row.imported_from,
  };
}

function listed(row: Row, { model, query, tag, state }: ListQuery): ExperimentSummary[] {
  const base = summary(row);
  const wanted = query?.trim().toLowerCase() ?? "";
  if (model !== undefined && !base.plan.traffic.some((each) => each.model === model)) return [];
  if (tag !== undefined && !base.tags.includes(tag)) return [];
  if (state !== undefined && base.state !== state) return [];
  if (wanted && !searchable(row, base).includes(wanted)) return [];
  const { steps, best, best_tokens: bestOutputTokensPerSecond, invalid } = row;
  return [
    {
      ...base,
      steps,
      bestInferencesPerSecond: best,
      bestOutputTokensPerSecond,
      invalidSteps: invalid,
    },
  ];
}

function searchable(row: Row, { plan, tags }: ReturnType<typeof summary>): string {
  const { server } = storedServer.parse(parsedJson(row.environment));
  const models = plan.traffic.map(({ model }) => model);
  return [row.name, row.note, server, plan.serverId, ...tags, ...models].join("\n").toLowerCase();
}

function read<T>(id: number, text: string, parse: (stored: unknown) => T): T {
  try {
    return parse(JSON.parse(text));
  } catch (cause) {
    throw unreadable(id, cause);
  }
}

function unreadable(id: number, cause: unknown): StatusError {
  const why = cause instanceof StatusError ? ` ${cause.message}` : "";
  const message = `Experiment ${id} in the data directory cannot be read.${why}`;
  return new StatusError("DATA_LOSS", message, { cause });
}

function missing(id: number): StatusError {
  return new StatusError("NOT_FOUND", `There is no experiment ${id}; it may have been removed.`);
}
