import { Link } from "@tanstack/react-router";
import { Check, Undo2 } from "lucide-react";
import type { TuningSession, TuningStep } from "../../main/contract/index.ts";
import { useAction } from "../host/requests.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { ErrorNotice, Notice } from "../ui/notice.tsx";
import { FiguresTable } from "./figures-table.tsx";

/** What the change gave, what that suggests, and the choice. */
export function Decision({ session, step }: { session: TuningSession; step: TuningStep }) {
  const decide = useAction("tuning.decide", ["tuning.get", "tuning.proposals"]);
  const { proposal, comparison, advice, experiment } = step;
  const suggested = advice?.decision ?? "revert";
  const choose = (decision: "keep" | "revert") => decide.mutate({ id: session.id, decision });
  return (
    <Card
      title={`${proposal.title}: keep it?`}
      aside={
        <span className="flex gap-2">
          <Button
            look={suggested === "revert" ? "primary" : "secondary"}
            disabled={decide.isPending}
            data-hint="What served before serves on."
            onClick={() => choose("revert")}
          >
            <Undo2 aria-hidden="true" />
            Revert
          </Button>
          <Button
            look={suggested === "keep" ? "primary" : "secondary"}
            disabled={decide.isPending}
            data-hint="Applies it; the next change is measured against it."
            onClick={() => choose("keep")}
          >
            <Check aria-hidden="true" />
            Keep
          </Button>
        </span>
      }
    >
      <div className="flex flex-col gap-3 px-4 py-4">
        {decide.error && (
          <ErrorNotice title="The decision was not carried out" error={decide.error} />
        )}
        {comparison && <p className="text-lg">{comparison.words}</p>}
        {advice && (
          <Notice
            tone={comparison?.invalid ? "bad" : advice.decision === "keep" ? "good" : "warn"}
            title={
              advice.decision === "keep" ? "The figures say: keep it" : "The figures say: revert"
            }
          >
            {advice.reason}
          </Notice>
        )}
        {comparison?.unlike.map((sentence) => (
          <p key={sentence} className="text-muted">
            {sentence}
          </p>
        ))}
      </div>
      {comparison && <FiguresTable comparison={comparison} labels={["Present", proposal.title]} />}
      {experiment !== null && (
        <p className="px-4 py-3 text-muted">
          Every measurement:{" "}
          <Link
            to="/experiments/$id"
            params={{ id: String(experiment) }}
            className="text-accent underline underline-offset-2"
          >
            Experiment {experiment}
          </Link>
        </p>
      )}
    </Card>
  );
}
