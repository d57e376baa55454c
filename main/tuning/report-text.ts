import type { Comparison, FigureDifference, TuningSession, TuningStep } from "../contract/index.ts";

/** The model, the objective, and how each change was measured. */
export function describeSession(session: TuningSession): string {
  const { plan, model, replicates } = session;
  const objective = plan.objective
    ? `Latency objective: p${plan.objective.percentile} ≤ ${plan.objective.boundMs} ms.`
    : "No latency objective.";
  return `Model ${model}. ${objective} Each change was measured against the configuration before it, ${replicates} times each, interleaved. ${describeEnd(session)}`;
}

function describeEnd({ state, finishedAt }: TuningSession): string {
  if (finishedAt === null) return "The session is still open.";
  const day = new Date(finishedAt).toISOString().slice(0, 10);
  return state === "abandoned"
    ? `Ended on ${day}; the original configuration was restored.`
    : `Finished on ${day}.`;
}

/** The session's result. */
export function describeResult({ gain, steps }: TuningSession): string {
  if (gain) return `Original compared with current configuration: ${describeComparison(gain)}`;
  return steps.some(({ state }) => state === "kept")
    ? "The original configuration was not measured against the current one; see the steps for what each changed."
    : "No changes were kept: none showed an improvement.";
}

export function describeComparison(comparison: Comparison | null): string {
  if (!comparison) return "Not measured";
  return comparison.invalid
    ? `Invalid: don't rely on these results. ${comparison.words}`
    : comparison.words;
}

export const DECISIONS: Readonly<Record<TuningStep["state"], string>> = {
  measuring: "measuring",
  measured: "undecided",
  kept: "kept",
  reverted: "reverted",
  failed: "failed",
};

const SUGGESTED = {
  keep: "Suggestion: keep",
  revert: "Suggestion: revert",
  again: "Suggestion: measure again",
} as const;

/** The reason for a change, and the advice from its figures. */
export function describeStep({ proposal, advice, experiment, comparison }: TuningStep): string {
  return [
    proposal.reason,
    advice ? `${SUGGESTED[advice.decision]}. ${advice.reason}` : "",
    experiment === null ? "" : `Experiment ${experiment}.`,
    ...(comparison?.unlike ?? []),
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

/** Where the result is stored; null while the session is open. */
export function describePlace({ writtenTo }: TuningSession): string | null {
  if (writtenTo === undefined) return null;
  return writtenTo === null
    ? "Active until the server restarts: its config.pbtxt can't be written from here."
    : `Written to ${writtenTo}.`;
}

export const VERDICTS: Readonly<Record<FigureDifference["verdict"], string>> = {
  better: "better",
  worse: "worse",
  none: "no significant difference",
  unknown: "inconclusive",
};
