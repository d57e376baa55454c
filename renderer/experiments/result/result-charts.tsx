import { useState } from "react";
import { type Experiment, isChatPlan, isStreamedPlan } from "../../../main/contract/index.ts";
import { LabCurve } from "../../charts/lab-curve.tsx";
import { STATISTIC_COLORS } from "../../figures/colors.ts";
import { StackedSteps } from "../../charts/stacked-steps.tsx";
import { formatCount, formatDuration } from "../../format/numbers.ts";
import { Segmented } from "../../ui/segmented.tsx";
import { stepName } from "../../figures/experiment-text.ts";
import { batchParts, timeParts } from "./batch-parts.ts";
import { boundAt } from "./bound.ts";
import { ChatCharts } from "./chat/chat-charts.tsx";
import { type CurvePercentile, makeCurve, drawablePercentile } from "./step-curve.ts";
import { useKnee } from "./use-knee.ts";
import { invalidMark } from "./mark.ts";

/** Charts over an experiment's steps: latency against throughput, time by phase, batches. */
export function ResultCharts({ experiment }: { experiment: Experiment }) {
  const { plan, steps } = experiment;
  const [picked, setPicked] = useState<CurvePercentile | null>(null);
  const percentile = picked ?? drawablePercentile(experiment);
  const kneeStep = useKnee(experiment);
  const mark = invalidMark(steps);
  const hasServerFigures = steps.some(({ server }) => server !== null);
  const loads = steps.map((step) => stepName(experiment, step));
  const by = plan.goal.kind === "compare" ? "configuration" : "load";
  return (
    <>
      {plan.goal.kind !== "compare" && steps.length > 1 && (
        <div className="flex flex-col gap-2">
          <span className="self-end">
            <Segmented<CurvePercentile>
              label="Percentile of the curve"
              options={[
                { value: "p50", label: "p50" },
                { value: "p95", label: "p95" },
                { value: "p99", label: "p99" },
              ]}
              value={percentile}
              onPick={setPicked}
            />
          </span>
          <LabCurve
            title="Latency against throughput"
            about="Each point is a step: the inferences per second that succeeded, and the response time from the instant a request was due, with its 95 % interval. At the knee throughput is highest for the latency it costs; beyond it more load brings latency and little throughput."
            mark={mark}
            yTitle={`${percentile} response time`}
            series={[
              makeCurve(experiment, percentile, {
                color: STATISTIC_COLORS[percentile],
                // For streams it uses the first token.
                kneeStep: isStreamedPlan(plan) ? null : kneeStep,
              }),
            ]}
            {...(isChatPlan(plan) && { xTitle: "Responses", xUnit: "req/s" })}
            bound={boundAt(plan, percentile)}
          />
        </div>
      )}
      <ChatCharts experiment={experiment} kneeStep={kneeStep} />
      {hasServerFigures && (
        <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
          <StackedSteps
            title="Time by phase"
            yTitle="Mean response time"
            about="Means over all requests: queue, compute and cache from the server's statistics, and the rest of the response time: network, protocol and the wait before sending."
            mark={mark}
            by={by}
            loads={loads}
            parts={timeParts(steps)}
            format={formatDuration}
            unit="ms"
            empty="Not reported by this server."
          />
          <StackedSteps
            title="Batch sizes"
            about="Executions by the number of items in them, as the server counted over exactly the measured span."
            mark={mark}
            by={by}
            loads={loads}
            parts={batchParts(steps)}
            format={formatCount}
            unit="executions"
            asShares
            empty={
              steps.some(({ server }) => server?.cacheHits && server.executions === 0)
                ? "No executions: every request was answered from the cache."
                : "Not reported by this server."
            }
          />
        </div>
      )}
    </>
  );
}
