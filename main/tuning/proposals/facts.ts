import {
  applyEdits,
  type CheckTextOptions,
  type ConfigPath,
  type LintContext,
  type ModelConfig,
  quietChange,
  removeValue,
  setValue,
} from "../../../engine/config/index.ts";
import type { ExperimentPlan, ExperimentStep, Knob, Proposal } from "../../contract/index.ts";

/** Mean time of executions of one batch size, ms. */
export interface BatchTime {
  readonly size: number;
  readonly executions: number;
  readonly meanMs: number;
}

/** Input of proposals. */
export interface TuningFacts {
  /** Active config.pbtxt text. */
  readonly text: string;
  /** The same, as completed by the server. */
  readonly config: ModelConfig;
  readonly plan: ExperimentPlan;
  /** The current configuration's latest measurement; null before the baseline. */
  readonly measured: ExperimentStep | null;
  /** Server facts for lint and advice: a proposal adds none of their warnings. */
  readonly lint: LintContext;
  /** Since the model was loaded, sizes ascending; empty if the server reports no batch statistics. */
  readonly batchTimes: readonly BatchTime[];
}

/** Expected effect of a change at this load. */
export interface Effect {
  /** Expected gain of throughput or drop of latency, as a share; null: unknown. */
  readonly gain: number | null;
  /** With the figures it comes from. */
  readonly text: string;
}

/** A proposal with its rank. */
export interface Ranked {
  readonly proposal: Proposal;
  readonly gain: number | null;
}

/** The session's latency objective, ms. */
export const objectiveMs = ({ plan }: TuningFacts) => plan.objective?.boundMs ?? null;

/** Compute time of a request's batch, ms. */
export function readComputeMs({ measured }: TuningFacts): number | null {
  const server = measured?.server;
  if (!server || server.computeInferMs === null) return null;
  return server.computeInferMs + (server.computeInputMs ?? 0) + (server.computeOutputMs ?? 0);
}

/** Why dynamic batching can't be set; null if it can. */
export function schedulerObstacle({ config }: TuningFacts): string | null {
  if (config.ensemble_scheduling) {
    return "The model is an ensemble without a scheduler of its own. Tune the models of its steps.";
  }
  return config.sequence_batching
    ? "The sequence batcher schedules this model; batching independent requests does not apply."
    : null;
}

interface Change {
  readonly path: ConfigPath;
  /** Null removes the field. */
  readonly value: unknown;
}

interface What {
  readonly knob: Knob;
  readonly title: string;
  readonly reason: string;
}

/**
 * A proposal that edits the active text, with the fixes that avoid new lint and advice warnings; not possible if no fix
 * avoids them.
 */
export function change(
  facts: TuningFacts,
  { knob, title, reason }: What,
  { gain, text: effect }: Effect,
  ...changes: readonly Change[]
): Ranked {
  const changed = changes.reduce(
    (before, { path, value }) =>
      applyEdits(
        before,
        value === null ? removeValue(before, path) : setValue(before, path, value),
      ),
    facts.text,
  );
  const { text, also, warning } = quietChange(facts.text, changed, checkOptions(facts));
  if (warning !== null) return impossible(facts, knob, warning, title);
  return {
    gain,
    proposal: {
      knob,
      title,
      reason: [reason, ...also.map((each) => `Also: ${lowerFirst(each)}.`)].join(" "),
      configText: text,
      possible: true,
      expected: { size: toSize(gain), text: effect },
    },
  };
}

function checkOptions({ config, lint, plan }: TuningFacts): CheckTextOptions {
  const latencyObjectiveMs = plan.objective?.boundMs;
  return {
    modelName: config.name,
    ...(lint.gpus && { gpus: lint.gpus }),
    lint: { ...lint, ...(latencyObjectiveMs !== undefined && { latencyObjectiveMs }) },
  };
}

const lowerFirst = (title: string) => title.charAt(0).toLowerCase() + title.slice(1);

const TITLES: Readonly<Record<Knob, string>> = {
  "batch-size": "Batch size",
  delay: "Batching delay",
  instances: "Instances",
  cache: "Response cache",
  "queue-policy": "Queue policy",
};

/** A proposal for a knob that the model doesn't have. */
export function impossible(
  { text }: TuningFacts,
  knob: Knob,
  reason: string,
  title = TITLES[knob],
): Ranked {
  return { gain: null, proposal: { knob, title, reason, configText: text, possible: false } };
}

function toSize(gain: number | null): NonNullable<Proposal["expected"]>["size"] {
  if (gain === null) return "unknown";
  if (gain >= 0.5) return "large";
  if (gain >= 0.15) return "moderate";
  return gain >= 0.03 ? "small" : "none";
}
