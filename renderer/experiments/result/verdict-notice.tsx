import type { Experiment } from "../../../main/contract/index.ts";
import { Notice } from "../../ui/notice.tsx";
import { stepName } from "../../figures/experiment-text.ts";

const MAX_NAMED = 4;

interface Found {
  /** The first step that it applies to. */
  readonly text: string;
  readonly steps: string[];
}

/** Why measurements of an experiment are invalid, each reason once; nothing while all are valid. */
export function VerdictNotice({ experiment }: { experiment: Experiment }) {
  const { steps } = experiment;
  const bad = steps.filter(({ verdict }) => verdict.verdict === "invalid");
  if (bad.length === 0) return null;
  return (
    <Notice
      tone="bad"
      title={
        bad.length === steps.length
          ? "Invalid: don't rely on these results"
          : `Invalid: don't rely on ${bad.length} of ${steps.length} measurements`
      }
    >
      <ul className="list-disc pl-5">
        {listReasons(experiment).map(({ text, steps: [first, ...others] }) => (
          <li key={text}>
            <strong>{first}:</strong> {text}
            {others.length > 0 && <span className="text-muted"> Also at {named(others)}.</span>}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** The broken rules of all steps, in order of occurrence. */
function listReasons(experiment: Experiment): Found[] {
  const { steps, importedFrom } = experiment;
  const found = new Map<string, Found>();
  for (const step of steps) {
    for (const { id, severity, text } of step.verdict.reasons) {
      if (severity !== "invalid") continue;
      // Imported steps have no rule ids: only equal texts are the same reason.
      const key = importedFrom === null ? id : text;
      const known = found.get(key);
      if (known) known.steps.push(stepName(experiment, step));
      else found.set(key, { text, steps: [stepName(experiment, step)] });
    }
  }
  return [...found.values()];
}

const named = (steps: readonly string[]) =>
  steps.length > MAX_NAMED ? `${steps.length} others` : steps.join(", ");
