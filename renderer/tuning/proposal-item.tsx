import { lazy, Suspense, useState } from "react";
import type { Proposal } from "../../main/contract/index.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { knobs } from "./tuning-text.ts";

const TextDiff = lazy(async () => ({
  default: (await import("../ui/pbtxt/text-diff.tsx")).TextDiff,
}));

interface ProposalItemProps {
  readonly proposal: Proposal;
  /** Has the largest expected effect. */
  readonly first: boolean;
  readonly present: string;
  readonly busy: boolean;
  readonly onMeasure: () => void;
}

/** One change, what it does, its expected effect, and its diff. */
export function ProposalItem({ proposal, first, present, busy, onMeasure }: ProposalItemProps) {
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
            <TextDiff before={present} after={configText} labels={["Present", title]} />
          </Suspense>
        </div>
      )}
    </li>
  );
}
