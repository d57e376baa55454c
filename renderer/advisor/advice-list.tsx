import { Stethoscope } from "lucide-react";
import type { Advice, AdviceFrame } from "../../main/contract/index.ts";
import { Card } from "../ui/card.tsx";
import { Empty } from "../ui/empty.tsx";
import { Finding } from "./finding.tsx";
import { WatchedRules } from "./watched-rules.tsx";

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
