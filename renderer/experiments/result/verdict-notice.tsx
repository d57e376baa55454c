import type { Experiment } from "../../../main/contract/index.ts";
import { Notice } from "../../ui/notice.tsx";
import { stepName } from "../words.ts";

/** Why measurements of an experiment must not be used; nothing while all may. */
export function VerdictNotice({ experiment }: { experiment: Experiment }) {
  const { plan, steps } = experiment;
  const bad = steps.filter(({ verdict }) => verdict.verdict === "invalid");
  if (bad.length === 0) return null;
  return (
    <Notice
      tone="bad"
      title={
        bad.length === steps.length
          ? "INVALID: no decision should rest on these figures"
          : `INVALID: ${bad.length} of ${steps.length} measurements must not be used`
      }
    >
      <ul className="list-disc pl-5">
        {bad.map((step) => (
          <li key={`${step.startedAt} ${stepName(plan, step)}`}>
            <strong>{stepName(plan, step)}:</strong>{" "}
            {step.verdict.reasons
              .filter(({ severity }) => severity === "invalid")
              .map(({ text }) => text)
              .join(" ")}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
