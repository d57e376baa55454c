import { lazy, Suspense } from "react";
import type { Experiment } from "../../main/contract/index.ts";
import { Card } from "../ui/card.tsx";
import { Notice } from "../ui/notice.tsx";
import { planDifferences } from "./comparison.ts";

const TextDiff = lazy(async () => ({
  default: (await import("../config/text-diff.tsx")).TextDiff,
}));

interface CompareWithProps {
  readonly experiment: Experiment;
  readonly before: Experiment;
}

/** What to mind when two experiments are compared whose plans differ. */
export function MeasuredUnlike({ experiment, before }: CompareWithProps) {
  const plans = planDifferences(before.plan, experiment.plan);
  if (plans.length === 0) return null;
  return (
    <Notice tone="warn" title="The two were not measured alike">
      {plans.join("; ")}.
    </Notice>
  );
}

/** The configurations that two experiments ran with. */
export function ConfigurationDifference({ experiment, before }: CompareWithProps) {
  return (
    <Card title="Configuration difference">
      <div className="p-4">
        <Suspense fallback={<p className="text-muted">Loading…</p>}>
          <TextDiff
            before={before.environment.configText}
            after={experiment.environment.configText}
            labels={[before.name, experiment.name]}
          />
        </Suspense>
      </div>
    </Card>
  );
}
