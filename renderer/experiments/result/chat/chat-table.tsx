import {
  type Experiment,
  type ExperimentPlan,
  type ExperimentStep,
  formatRequestTrace,
  formatTraceSpeeds,
  type StepChat,
} from "../../../../main/contract/index.ts";
import { formatCount, formatPercent } from "../../../format/numbers.ts";
import { Card } from "../../../ui/card.tsx";
import { DataTable } from "../../../ui/data-table.tsx";
import { stepName } from "../../../figures/experiment-text.ts";
import { PercentileValue } from "../percentile-value.tsx";

type Streamed = ExperimentStep & { readonly chat: StepChat };

export const isStreamed = (step: ExperimentStep): step is Streamed => step.chat !== null;

/** Tokens of streamed responses by step; nothing for other experiments. */
export function ChatTable({ experiment }: { experiment: Experiment }) {
  const { plan } = experiment;
  const steps = experiment.steps.filter(isStreamed);
  if (steps.length === 0) return null;
  const hasServer = steps.some(({ chat }) => chat.server !== null);
  return (
    <Card
      title="Tokens"
      aside={
        <span className="text-muted text-xs">
          Exact: from the chunks of the streams; the first token from the instant a request was due
        </span>
      }
    >
      {traceText(plan) && <p className="px-4 pt-3 pb-1">{traceText(plan)}</p>}
      <DataTable
        caption="Tokens by step"
        columns={[
          { key: "load", head: "Step" },
          { key: "output", head: "Output", numeric: true },
          { key: "prompt", head: "Prompts", numeric: true },
          { key: "first50", head: "First token p50", numeric: true },
          { key: "first99", head: "First token p99", numeric: true },
          { key: "between50", head: "Between chunks p50", numeric: true },
          { key: "between99", head: "Between chunks p99", numeric: true },
          ...(hasServer
            ? [
                { key: "hits", head: "Prefix-cache hits", numeric: true },
                { key: "preempted", head: "Preemptions", numeric: true },
              ]
            : []),
        ]}
        rows={steps.map((step, index) => {
          const { chat } = step;
          const { firstToken, firstTokenFromSend: sent, betweenTokens, server } = chat;
          const service = plan.load.kind === "concurrency" ? undefined : sent;
          return {
            key: index,
            cells: [
              <span key="load" className="flex flex-col leading-4">
                <span className="whitespace-nowrap font-semibold">
                  {stepName(experiment, step)}
                </span>
                {step.verdict.verdict === "invalid" && (
                  <span className="text-bad text-xs">Invalid</span>
                )}
              </span>,
              <TokenRate
                key="output"
                perSecond={chat.outputTokensPerSecond}
                counted={chat.counted}
              />,
              <TokenRate key="prompt" perSecond={chat.promptTokensPerSecond} counted={0} />,
              <PercentileValue key="f50" response={firstToken.p50} service={service?.p50} />,
              <PercentileValue key="f99" response={firstToken.p99} service={service?.p99} />,
              <PercentileValue key="b50" response={betweenTokens.p50} service={undefined} />,
              <PercentileValue key="b99" response={betweenTokens.p99} service={undefined} />,
              ...(hasServer
                ? [
                    <span key="hits" data-hint="Of the prompts' tokens, as the server counts them.">
                      {formatPercent(server?.prefixCacheHitRate ?? null)}
                    </span>,
                    formatCount(server?.preemptions ?? null),
                  ]
                : []),
            ],
          };
        })}
      />
    </Card>
  );
}

/** The replayed part of the trace, and its changes; null without a trace. */
function traceText({ traffic: [first], load }: ExperimentPlan): string | null {
  if (first?.inputs.kind !== "chat" || first.inputs.prompts.kind !== "trace") return null;
  const speeds = load.kind === "trace" ? `, instants ${formatTraceSpeeds(load.speeds)}` : "";
  return `${formatRequestTrace(first.inputs.prompts)}${speeds}.`;
}

interface TokenRateProps {
  readonly perSecond: number | null;
  /** Responses whose tokens the server did not report. */
  readonly counted: number;
}

function TokenRate({ perSecond, counted }: TokenRateProps) {
  if (perSecond === null) return <span className="text-muted text-xs">not reported</span>;
  return (
    <span className="flex flex-col items-end leading-4">
      <span>
        {formatCount(perSecond)} <span className="text-muted text-xs">tokens/s</span>
      </span>
      {counted > 0 && (
        <span
          className="text-muted text-xs"
          data-hint="The server reported no usage: chunks with tokens were counted."
        >
          counted
        </span>
      )}
    </span>
  );
}
