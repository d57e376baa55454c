import { Stethoscope } from "lucide-react";
import type { Advice, AdviceFrame } from "../../main/contract/index.ts";
import { Card } from "../ui/card.tsx";
import { Empty } from "../ui/empty.tsx";
import { Finding } from "./finding.tsx";
import { WatchedRules } from "./watched-rules.tsx";

interface AdviceListProps {
  readonly frame: AdviceFrame;
  readonly findings: readonly Advice[];
  /** What was looked at: "ranker", "the embedded engine". */
  readonly subject: string;
  /** Whether each says which model it concerns. */
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
          <Empty
            icon={<Stethoscope aria-hidden="true" />}
            title={`Nothing to advise on ${subject}`}
          >
            {watched} rules look at its live figures once a second: whether batches form, what the
            queue, the cache and the instances do, what fails, and what the machine has left. They
            need traffic to judge by, and tell what lasts for more than a few seconds.
          </Empty>
        </Card>
      )}
      <WatchedRules rules={frame.rules} />
    </div>
  );
}
