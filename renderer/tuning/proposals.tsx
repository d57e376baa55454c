import { lazy, Suspense, useState } from "react";
import type { Proposal, TuningSession } from "../../main/contract/index.ts";
import { useAction, useRequest } from "../host/requests.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { ErrorNotice } from "../ui/notice.tsx";
import { OwnChange } from "./own-change.tsx";
import { Badge } from "../ui/badge.tsx";
import { knobs } from "./tuning-text.ts";

const TextDiff = lazy(async () => ({
  default: (await import("../ui/pbtxt/text-diff.tsx")).TextDiff,
}));

/** Proposals, the largest expected effect first. */
export function Proposals({ session }: { session: TuningSession }) {
  const { id, steps, currentConfig } = session;
  const { data, error } = useRequest("tuning.proposals", { id });
  const attempt = useAction("tuning.try", ["tuning.get", "tuning.proposals"]);
  const [own, setOwn] = useState(false);
  const measure = ({ knob, title, reason, configText }: Omit<Proposal, "possible">) =>
    attempt.mutate({ id, knob, title, reason, configText });
  const possible = data?.filter((each) => each.possible) ?? [];
  const not = data?.filter((each) => !each.possible) ?? [];
  return (
    <Card
      title={steps.length === 0 ? "What to try first" : "What to try next"}
      aside={<Button onClick={() => setOwn(true)}>Custom change…</Button>}
    >
      {error && <ErrorNotice title="No proposals available" error={error} />}
      {attempt.error && (
        <div className="px-4 pt-3">
          <ErrorNotice title="Can't measure the change" error={attempt.error} />
        </div>
      )}
      {!data && !error && <p className="px-4 py-4 text-muted">Analyzing the measurement…</p>}
      <ul>
        {possible.map((proposal, index) => (
          <ProposalItem
            key={`${proposal.knob} ${proposal.title}`}
            proposal={proposal}
            first={index === 0 && isPromising(proposal)}
            present={currentConfig}
            busy={attempt.isPending}
            onMeasure={() => measure(proposal)}
          />
        ))}
      </ul>
      {not.length > 0 && (
        <details className="px-4 py-3">
          <summary className="font-medium text-muted">
            Not available for this model ({not.length})
          </summary>
          <ul className="mt-2 flex list-disc flex-col gap-1 pl-5">
            {not.map(({ knob, title, reason }) => (
              <li key={`${knob} ${title}`}>
                <span className="font-medium">{title}:</span> {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
      {own && (
        <OwnChange
          present={currentConfig}
          onClose={() => setOwn(false)}
          onMeasure={(change) => {
            setOwn(false);
            measure(change);
          }}
        />
      )}
    </Card>
  );
}

/** "Most promising" claims an effect: it needs figures that promise one. */
function isPromising({ expected }: Proposal): boolean {
  return expected?.size === "large" || expected?.size === "moderate" || expected?.size === "small";
}

interface ProposalItemProps {
  readonly proposal: Proposal;
  /** Has the largest expected effect. */
  readonly first: boolean;
  readonly present: string;
  readonly busy: boolean;
  readonly onMeasure: () => void;
}

/** A change with its expected effect and its diff. */
function ProposalItem({ proposal, first, present, busy, onMeasure }: ProposalItemProps) {
  const { knob, title, reason, configText, expected } = proposal;
  const [shown, setShown] = useState(false);
  return (
    <li className="border-line border-b px-4 py-3 last:border-b-0">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 max-w-prose flex-1">
          <h3 className="flex flex-wrap items-center gap-2 font-semibold">
            {title}
            <Badge>{knobs[knob]}</Badge>
            {first && <Badge tone="accent">most promising</Badge>}
          </h3>
          {expected && (
            <p>
              <span className="font-medium">Expected effect:</span> {expected.text}
            </p>
          )}
          <p className="text-muted">{reason}</p>
        </div>
        <div className="flex gap-2">
          <Button aria-expanded={shown} onClick={() => setShown(!shown)}>
            {shown ? "Hide diff" : "Show diff"}
          </Button>
          <Button
            look={first ? "primary" : "secondary"}
            disabled={busy}
            aria-label={`Measure: ${title}`}
            onClick={onMeasure}
          >
            Measure
          </Button>
        </div>
      </div>
      {shown && (
        <div className="mt-3">
          <Suspense fallback={<p className="text-muted">Loading…</p>}>
            <TextDiff before={present} after={configText} labels={["Current", title]} />
          </Suspense>
        </div>
      )}
    </li>
  );
}
