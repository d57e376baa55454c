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

/** Mean time that executions of one batch size took, ms. */
export interface BatchTime {
  readonly size: number;
  readonly executions: number;
  readonly meanMs: number;
}

/** What proposals are made from. */
export interface TuningFacts {
  /** config.pbtxt text that serves now. */
  readonly text: string;
  /** The same as the server completed it. */
  readonly config: ModelConfig;
  readonly plan: ExperimentPlan;
  /** The present configuration's latest measurement; null before the baseline. */
  readonly measured: ExperimentStep | null;
  /** What lint and advice know of the server: a proposal adds no warning of theirs. */
  readonly lint: LintContext;
  /** Since the model was loaded, sizes ascending; empty where the server reports no batch statistics. */
  readonly batchTimes: readonly BatchTime[];
}

/** What a change is expected to do to this load. */
export interface Effect {
  /** Expected rise of throughput or fall of latency, as a share; null: unknown. */
  readonly gain: number | null;
  /** The figures that this comes from. */
  readonly text: string;
}

/** A proposal with what it is ranked by. */
export interface Ranked {
  readonly proposal: Proposal;
  readonly gain: number | null;
}

/** ms; the objective that the session was begun with. */
export const objectiveMs = ({ plan }: TuningFacts) => plan.objective?.boundMs ?? null;

/** ms of computing one request's batch. */
export function readComputeMs({ measured }: TuningFacts): number | null {
  const server = measured?.server;
  if (!server || server.computeInferMs === null) return null;
  return server.computeInferMs + (server.computeInputMs ?? 0) + (server.computeOutputMs ?? 0);
}

/** Why no scheduler of independent requests can be set; null where it can. */
export function schedulerObstacle({ config }: TuningFacts): string | null {
  if (config.ensemble_scheduling) {
    return "The model is an ensemble and schedules nothing itself. Tune the models of its steps.";
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
 * A proposal that edits the active text, and what else keeps lint and advice without a new warning; not possible
 * where nothing does.
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

/** A knob that the model does not have. */
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
