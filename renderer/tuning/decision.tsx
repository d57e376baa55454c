import { Link } from "@tanstack/react-router";
import { Check, RotateCcw, Undo2 } from "lucide-react";
import type { TuningSession, TuningStep } from "../../main/contract/index.ts";
import { ComparisonView } from "../figures/comparison/comparison-view.tsx";
import { useAction } from "../host/requests.ts";
import { Button, type ButtonLook } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { ErrorNotice, Notice } from "../ui/notice.tsx";

type Advised = "keep" | "revert" | "again";

const says: Readonly<Record<Advised, string>> = {
  keep: "Recommendation: keep",
  revert: "Recommendation: revert",
  again: "Inconclusive: measure again",
};

/** The result of a change, the recommendation, and the choice. */
export function Decision({ session, step }: { session: TuningSession; step: TuningStep }) {
  const decide = useAction("tuning.decide", ["tuning.get", "tuning.proposals"]);
  const again = useAction("tuning.again", ["tuning.get"]);
  const { proposal, comparison, advice, experiment } = step;
  const advised = advice?.decision ?? "again";
  const look = (choice: Advised): ButtonLook => (advised === choice ? "primary" : "secondary");
  const busy = decide.isPending || again.isPending;
  const error = decide.error ?? again.error;
  const { id } = session;
  return (
    <>
      <Card
        title={`${proposal.title}: keep it?`}
        aside={
          <span className="flex flex-wrap gap-2">
            <Button
              look={look("again")}
              disabled={busy}
              data-hint="Repeats the same comparison."
              onClick={() => again.mutate({ id })}
            >
              <RotateCcw aria-hidden="true" />
              Measure again
            </Button>
            <Button
              look={look("revert")}
              disabled={busy}
              data-hint="The current configuration stays active."
              onClick={() => decide.mutate({ id, decision: "revert" })}
            >
              <Undo2 aria-hidden="true" />
              Revert
            </Button>
            <Button
              look={look("keep")}
              disabled={busy}
              data-hint="Applies the change. The next one is compared with it."
              onClick={() => decide.mutate({ id, decision: "keep" })}
            >
              <Check aria-hidden="true" />
              Keep
            </Button>
          </span>
        }
      >
        <div className="flex flex-col gap-3 px-4 py-4">
          {error && <ErrorNotice title="Can't apply the decision" error={error} />}
          {advice && (
            <Notice
              tone={advised === "keep" ? "good" : advised === "again" ? "bad" : "warn"}
              title={says[advised]}
            >
              {advice.reason}
              {experiment !== null && (
                <>
                  {" "}
                  <Link
                    to="/experiments/$id"
                    params={{ id: String(experiment) }}
                    className="text-accent underline underline-offset-2"
                  >
                    {advised === "again" ? "Why it is invalid" : "All measurements"}
                  </Link>
                </>
              )}
            </Notice>
          )}
        </div>
      </Card>
      {comparison && (
        <ComparisonView
          comparison={comparison}
          title={`${proposal.title} compared with the current one`}
        />
      )}
    </>
  );
}
