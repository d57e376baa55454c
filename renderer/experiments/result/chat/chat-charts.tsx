import type { Experiment, LatencySummary, StepChat } from "../../../../main/contract/index.ts";
import { LabCurve } from "../../../charts/lab-curve.tsx";
import type { CurveSeries } from "../../../charts/lab-curve-data.ts";
import { STATISTIC_COLORS } from "../../../figures/colors.ts";
import { loadWithUnit } from "../../../figures/experiment-text.ts";
import { toBound } from "../bound.ts";
import { invalidMark } from "../mark.ts";
import { isStreamed } from "./chat-table.tsx";

interface ChatChartsProps {
  readonly experiment: Experiment;
  /** Position of the knee's step; null without a knee. */
  readonly kneeStep: number | null;
}

/** Token times by load; nothing for experiments without streamed responses. */
export function ChatCharts({ experiment, kneeStep }: ChatChartsProps) {
  const { plan, steps } = experiment;
  if (steps.filter(isStreamed).length < 2) return null;
  const mark = invalidMark(steps);
  return (
    <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
      <LabCurve
        title="First token against rate"
        about="Each point is a step: the responses per second, and the time from the instant a request was due to its first token, with its 95 % interval. At the knee the rate is highest for the p99 that it costs."
        mark={mark}
        yTitle="Time to first token"
        xTitle="Responses"
        xUnit="req/s"
        series={makeLines(
          experiment,
          ({ firstToken }) => firstToken,
          ({ requestsPerSecond }) => requestsPerSecond,
          kneeStep,
        )}
        bound={plan.objective?.of === "firstToken" ? toBound(plan) : null}
      />
      <LabCurve
        title="Between chunks against output"
        about="Each point is a step: tokens per second of all responses together, and the time between two chunks of a response; a chunk may have several tokens. More concurrent responses give more tokens per second in total and fewer for each."
        mark={mark}
        yTitle="Time between chunks"
        xTitle="Output"
        xUnit="tokens/s"
        series={makeLines(
          experiment,
          ({ betweenTokens }) => betweenTokens,
          ({ chat }) => chat?.outputTokensPerSecond ?? 0,
        )}
      />
    </div>
  );
}

function makeLines(
  { steps }: Experiment,
  times: (chat: StepChat) => LatencySummary,
  readX: (step: Experiment["steps"][number]) => number,
  kneeStep: number | null = null,
): CurveSeries[] {
  const sorted = steps.filter(isStreamed).toSorted((a, b) => a.load.value - b.load.value);
  const atKnee = kneeStep === null ? undefined : steps[kneeStep];
  // As for the knee: p99 if every valid step has one.
  const valid = sorted.filter(({ verdict }) => verdict.verdict === "valid");
  const drawnAt = valid.every(({ chat }) => times(chat).p99) ? "p99" : "p50";
  return (["p50", "p99"] as const).flatMap((name) => {
    const drawn = sorted.filter(({ chat }) => times(chat)[name]);
    const knee = name === drawnAt ? drawn.findIndex((step) => step === atKnee) : -1;
    const points = drawn.flatMap((step) => {
      const known = times(step.chat)[name];
      if (!known) return [];
      return [
        {
          x: readX(step),
          y: known.value,
          low: known.low,
          high: known.high,
          label: loadWithUnit(step),
          invalid: step.verdict.verdict === "invalid",
        },
      ];
    });
    return points.length === 0
      ? []
      : [
          {
            key: name,
            label: name,
            color: STATISTIC_COLORS[name],
            points,
            knee: knee === -1 ? null : knee,
          },
        ];
  });
}
