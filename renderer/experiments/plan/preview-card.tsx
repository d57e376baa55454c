import type { PlanPreview } from "../../../main/contract/index.ts";
import { Play } from "lucide-react";
import { count } from "../../format/text.ts";
import { formatDuration } from "../../format/numbers.ts";
import { useRequest } from "../../host/requests.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ErrorNotice, Notice } from "../../ui/notice.tsx";
import { CommandButton } from "../command-button.tsx";
import { useTurnTaken } from "../../host/use-measurement-lock.ts";
import { usePlan } from "./plan-context.ts";
import { PreviewSteps } from "./preview-steps.tsx";
import { useSettled } from "../../ui/use-settled.ts";

interface PreviewCardProps {
  readonly starting: boolean;
  readonly problem: Error | null;
}

/** The plan's steps and duration, and the button to run it. */
export function PreviewCard({ starting, problem }: PreviewCardProps) {
  const { plan, errors } = usePlan();
  const ok = errors.size === 0;
  const taken = useTurnTaken();
  const settled = useSettled(plan);
  const { data, error } = useRequest(
    "lab.preview",
    { plan: settled },
    { enabled: ok && settled === plan, keepPrevious: true },
  );
  const refused = ok ? error : null;
  return (
    <>
      <Card
        title="Plan"
        aside={
          data && ok && !refused && <span className="text-muted">{describeDuration(data)}</span>
        }
      >
        <div className="flex flex-col gap-3 px-4 py-3">
          <div className="flex flex-wrap items-center gap-2">
            <Button
              type="submit"
              look="primary"
              disabled={!ok || refused !== null || starting || taken !== null}
            >
              <Play aria-hidden="true" />
              {starting ? "Starting…" : "Run"}
            </Button>
            {ok && <CommandButton plan={plan} />}
          </div>
          {taken && !starting && <p className="text-muted">{taken}</p>}
          {problem && <ErrorNotice title="The experiment did not start" error={problem} />}
          {refused && <ErrorNotice title="Can't run yet" error={refused} />}
          {!ok && (
            <Notice
              tone="warn"
              title={`${count(errors.size, "field")} to fix`}
              actions={<Button onClick={goToWrongField}>Go there</Button>}
            >
              {[...errors.values()][0]}
            </Notice>
          )}
          {data && !refused && ok && (
            <>
              {data.warnings.map((warning) => (
                <Notice key={warning} tone="warn" title="The plan may not give reliable figures">
                  {warning}
                </Notice>
              ))}
              {data.requests !== null && (
                <p className="text-muted">About {count(data.requests, "request")}.</p>
              )}
              <ul className="flex list-disc flex-col gap-1 pl-4 text-muted text-xs">
                {data.notes.map((note) => (
                  <li key={note}>{note}</li>
                ))}
              </ul>
            </>
          )}
        </div>
      </Card>
      {data && !refused && ok && <PreviewSteps preview={data} plan={plan} />}
    </>
  );
}

function goToWrongField() {
  const wrong = document.querySelector<HTMLElement>(
    "form [aria-invalid='true'], form [role=alert]",
  );
  const fold = wrong?.closest("details");
  if (fold) fold.open = true;
  wrong?.scrollIntoView({ block: "center" });
  wrong?.focus();
}

function describeDuration({ seconds, mostSeconds, measurements }: PlanPreview): string {
  const about = `${count(measurements, "step")}, about ${formatDuration(seconds * 1000)}`;
  return mostSeconds > seconds * 1.05
    ? `${about}, at most ${formatDuration(mostSeconds * 1000)}`
    : about;
}
