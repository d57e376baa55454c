import type { Experiment } from "../../contract/index.ts";

const EXPERIMENT_FORMAT = "batchdeck.experiment";
const EXPERIMENT_FORMAT_VERSION = 1;

/** An experiment as a document of its own; docs/experiment-format.md describes it. */
export function experimentJson(experiment: Omit<Experiment, "id">): string {
  const { name, createdAt, finishedAt, state, reason, plan, environment, steps } = experiment;
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
    steps: steps.map((step) => ({ ...step, startedAt: iso(step.startedAt) })),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

const iso = (ms: number) => new Date(ms).toISOString();
