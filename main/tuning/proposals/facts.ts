import {
  applyEdits,
  type ConfigPath,
  type ModelConfig,
  parseConfig,
  removeValue,
  setValue,
} from "../../../engine/config/index.ts";
import type { ExperimentPlan, ExperimentStep, Knob, Proposal } from "../../contract/index.ts";

/** What proposals are made from. */
export interface TuningFacts {
  /** config.pbtxt text that serves now. */
  readonly text: string;
  /** The same as the server completed it. */
  readonly config: ModelConfig;
  readonly plan: ExperimentPlan;
  /** The present configuration's latest measurement; null before the baseline. */
  readonly measured: ExperimentStep | null;
  /** Cores of the machine that serves; null where it is another one. */
  readonly cpus: number | null;
}

/** ms; the objective that the session was begun with. */
export const boundOf = ({ plan }: TuningFacts) => plan.objective?.boundMs ?? null;

export const meanBatchOf = ({ measured }: TuningFacts) => measured?.server?.meanBatch ?? null;
export const queueMsOf = ({ measured }: TuningFacts) => measured?.server?.queueMs ?? null;

/** ms of computing one request's batch. */
export function computeMsOf({ measured }: TuningFacts): number | null {
  const server = measured?.server;
  if (!server || server.computeInferMs === null) return null;
  return server.computeInferMs + (server.computeInputMs ?? 0) + (server.computeOutputMs ?? 0);
}

/** Requests wait for the model longer than they are computed. */
export function queueDominates(facts: TuningFacts): boolean {
  const queue = queueMsOf(facts);
  const compute = computeMsOf(facts);
  return queue !== null && compute !== null && queue > compute;
}

/** Why no scheduler of independent requests can be set; null where it can. */
export function schedulerObstacle({ config }: TuningFacts): string | null {
  if (config.ensemble_scheduling) {
    return "The model is an ensemble: it schedules nothing itself; tune the models of its steps.";
  }
  return config.sequence_batching
    ? "The model takes sequences, which the sequence batcher schedules; batching independent requests does not apply."
    : null;
}

interface Change {
  readonly path: ConfigPath;
  /** Null takes the field out. */
  readonly value: unknown;
}

/** A proposal that edits the text in force. */
export function change(
  { text }: TuningFacts,
  knob: Knob,
  title: string,
  reason: string,
  ...changes: readonly Change[]
): Proposal {
  const configText = changes.reduce(
    (before, { path, value }) =>
      applyEdits(
        before,
        value === null ? removeValue(before, path) : setValue(before, path, value),
      ),
    text,
  );
  return { knob, title, reason, configText, possible: true };
}

/** A knob that the model does not have. */
export function impossible({ text }: TuningFacts, knob: Knob, reason: string): Proposal {
  const titles: Record<Knob, string> = {
    "batch-size": "Batch size",
    delay: "Batch delay",
    instances: "Instances",
    cache: "Response cache",
    "queue-policy": "Queue policy",
  };
  return { knob, title: titles[knob], reason, configText: text, possible: false };
}

/** What the text itself says, without what the server fills in. */
export const written = ({ text }: TuningFacts): ModelConfig => parseConfig(text).config;

export function shownMs(ms: number): string {
  return ms < 1 ? `${Math.round(ms * 1000)} µs` : `${Number(ms.toPrecision(2))} ms`;
}
