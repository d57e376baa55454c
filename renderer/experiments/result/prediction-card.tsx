import type { Experiment } from "../../../main/contract/index.ts";
import { PredictedAgainstMeasured } from "../../figures/predicted-against-measured.tsx";
import { useRequest } from "../../host/requests.ts";

/** What-if's prediction for the plan, if it was measured from there. */
export function PredictionCard({ experiment }: { experiment: Experiment }) {
  const { data: kept } = useRequest("whatIf.keptPrediction", { experimentId: experiment.id });
  if (!kept) return null;
  return (
    <PredictedAgainstMeasured
      title="Prediction"
      predicted={kept.predicted}
      experiment={experiment}
    />
  );
}
