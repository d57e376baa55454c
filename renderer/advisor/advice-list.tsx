import { Stethoscope } from "lucide-react";
import type { Advice, AdviceFrame } from "../../main/contract/index.ts";
import { Card } from "../ui/card.tsx";
import { Empty } from "../ui/empty.tsx";
import { Finding } from "./finding.tsx";
import { RuleLink } from "./rule-link.tsx";

interface AdviceListProps {
  readonly frame: AdviceFrame;
  readonly findings: readonly Advice[];
  /** "ranker", "Embedded engine". */
  readonly subject: string;
  /** Whether each names its model. */
  readonly withModel: boolean;
}

export function AdviceList({ frame, findings, subject, withModel }: AdviceListProps) {
  const watched = frame.rules.filter(({ unwatched }) => unwatched === null).length;
  return (
    <div className="flex flex-col gap-4">
      {findings.map((advice) => (
        <Finding key={advice.id} advice={advice} withModel={withModel} />
      ))}
      {findings.length === 0 && (
        <Card>
          <Empty icon={<Stethoscope aria-hidden="true" />} title={`No advice for ${subject}`}>
            {watched} checks run on its live metrics once a second: batching, queue, cache,
            instances, failures and machine resources. They need traffic, and report what lasts more
            than a few seconds.
          </Empty>
        </Card>
      )}
      <WatchedRules rules={frame.rules} />
    </div>
  );
}

/** What is checked, and what can't be checked on this server, with the reason. */
function WatchedRules({ rules }: { rules: AdviceFrame["rules"] }) {
  const watched = rules.filter(({ unwatched }) => unwatched === null);
  const others = rules.filter(({ unwatched }) => unwatched !== null);
  return (
    <details className="rounded-lg border border-line bg-surface px-4 py-2">
      <summary className="font-medium">
        Active checks: {watched.length} of {rules.length}
      </summary>
      <ul className="mt-2 grid gap-x-6 gap-y-1 lg:grid-cols-2">
        {[...watched, ...others].map(({ rule, title, unwatched }) => (
          <li key={rule} className="flex items-baseline gap-3 border-line border-t py-1">
            <span className="min-w-0 flex-1">
              {title}
              {unwatched && (
                <span className="block text-muted text-xs">Not available: {unwatched}</span>
              )}
            </span>
            <RuleLink rule={rule} />
          </li>
        ))}
      </ul>
    </details>
  );
}
