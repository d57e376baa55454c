import type { Experiment } from "../../contract/index.ts";

export const EXPERIMENT_FORMAT = "batchdeck.experiment";
export const EXPERIMENT_FORMAT_VERSION = 5;

/** The exported experiment: without its id, which is only valid in one store. */
export type Exported = Omit<Experiment, "id">;

/** An experiment as a document; docs/experiment-format.md describes it. */
export function experimentJson(experiment: Exported): string {
  const { createdAt, finishedAt, steps, annotations, ...rest } = experiment;
  const { name, state, reason, plan, environment, ...more } = withoutId(rest);
  const document = {
    format: EXPERIMENT_FORMAT,
    version: EXPERIMENT_FORMAT_VERSION,
    name,
    createdAt: iso(createdAt),
    finishedAt: finishedAt === null ? null : iso(finishedAt),
    state,
    reason,
    plan,
    environment,
    ...more,
    annotations: annotations.map((each) => ({ ...each, time: iso(each.time) })),
    steps: steps.map((step) => ({ ...step, startedAt: iso(step.startedAt) })),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function withoutId<T extends object>(experiment: T): Omit<T, "id"> {
  const { id: _id, ...rest } = experiment as T & { id?: unknown };
  return rest;
}

const iso = (ms: number) => new Date(ms).toISOString();
