import type { Experiment, LatencySummary, StepChat } from "../../../../main/contract/index.ts";
import { LabCurve } from "../../../charts/lab-curve.tsx";
import type { CurveSeries } from "../../../charts/lab-curve-data.ts";
import { chartColor } from "../../../charts/series.ts";
import { loadWithUnit } from "../../words.ts";
import { boundOf } from "../bound.ts";
import { invalidMark } from "../mark.ts";
import { isStreamed } from "./chat-table.tsx";

/** How soon and how fast tokens come as the load grows; nothing of experiments without streamed answers. */
export function ChatCharts({ experiment }: { experiment: Experiment }) {
  const { plan, steps } = experiment;
  if (steps.filter(isStreamed).length < 2) return null;
  const mark = invalidMark(steps);
  return (
    <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
      <LabCurve
        title="First token against rate"
        about="Each point is a step: the answers per second, and the time from the instant a request was due to its first token, with its 95 % interval."
        mark={mark}
        yTitle="time to the first token"
        xTitle="answers, req/s"
        xUnit="req/s"
        series={linesOf(
          experiment,
          ({ firstToken }) => firstToken,
          ({ requestsPerSecond }) => requestsPerSecond,
        )}
        bound={plan.objective?.of === "firstToken" ? boundOf(plan) : null}
      />
      <LabCurve
        title="Between tokens against output"
        about="Each point is a step: the tokens per second that all answers together had, and the time from one piece of an answer to the next. More answers at once give more tokens per second and each answer fewer."
        mark={mark}
        yTitle="time between tokens"
        xTitle="output, tokens/s"
        xUnit="tokens/s"
        series={linesOf(
          experiment,
          ({ betweenTokens }) => betweenTokens,
          ({ chat }) => chat?.outputTokensPerSecond ?? 0,
        )}
      />
    </div>
  );
}

function linesOf(
  { steps }: Experiment,
  times: (chat: StepChat) => LatencySummary,
  xOf: (step: Experiment["steps"][number]) => number,
): CurveSeries[] {
  const sorted = steps.filter(isStreamed).toSorted((a, b) => a.load.value - b.load.value);
  return (["p50", "p99"] as const).flatMap((name, index) => {
    const points = sorted.flatMap((step) => {
      const known = times(step.chat)[name];
      if (!known) return [];
      return [
        {
          x: xOf(step),
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
      : [{ key: name, label: name, color: chartColor(index === 0 ? 3 : 4), points }];
  });
}
