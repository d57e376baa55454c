import type { Experiment } from "../../main/contract/index.ts";
import { useAction } from "../host/requests.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { showError } from "../ui/toasts.tsx";
import { experimentStates } from "../figures/experiment-text.ts";

/** Why it did not end as planned, and how to continue. */
export function EndedEarly({ experiment }: { experiment: Experiment }) {
  const { id, state, reason, importedFrom, steps } = experiment;
  const resume = useAction("lab.resume", ["lab.get", "lab.list"]);
  const resumable = importedFrom === null && (state === "interrupted" || state === "cancelled");
  return (
    <Notice
      tone={state === "failed" ? "bad" : "warn"}
      title={`${experimentStates[state].words}: ${steps.length > 0 ? "measured steps are kept" : "nothing was measured"}`}
      actions={
        resumable && (
          <Button
            disabled={resume.isPending}
            data-hint="Measures the missing steps."
            onClick={() =>
              resume.mutate(
                { id },
                { onError: (error) => showError("Can't resume the experiment.", error) },
              )
            }
          >
            Resume
          </Button>
        )
      }
    >
      {reason ?? "It ended before its plan was complete."}
    </Notice>
  );
}
