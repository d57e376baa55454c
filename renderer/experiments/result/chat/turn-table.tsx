import {
  type Experiment,
  formatStarts,
  type StepConversations,
} from "../../../../main/contract/index.ts";
import { stepName } from "../../../figures/experiment-text.ts";
import { formatCount } from "../../../format/numbers.ts";
import { count } from "../../../format/text.ts";
import { Card } from "../../../ui/card.tsx";
import { DataTable } from "../../../ui/data-table.tsx";
import { PercentileValue } from "../percentile-value.tsx";

/** Conversations by step, and their turns by number; nothing without conversations. */
export function TurnTable({ experiment }: { experiment: Experiment }) {
  const steps = experiment.steps.flatMap((step) =>
    step.chat?.conversations ? [{ step, conversations: step.chat.conversations }] : [],
  );
  if (steps.length === 0) return null;
  return (
    <Card
      title="Conversations"
      aside={
        <span className="text-muted text-xs">
          A prefix cache keeps the first token early although prompts grow with each turn
        </span>
      }
    >
      <ul className="flex flex-col gap-1 px-4 pt-3 pb-2">
        {steps.map(({ step, conversations }) => (
          <li key={step.startedAt}>
            <span className="font-semibold">{stepName(experiment, step)}</span>:{" "}
            {conversationsText(conversations, step.seconds)}
          </li>
        ))}
      </ul>
      <DataTable
        caption="Turns by step"
        columns={[
          { key: "load", head: "Step" },
          { key: "turn", head: "Turn" },
          { key: "responses", head: "Responses", numeric: true },
          { key: "failures", head: "Failures", numeric: true },
          { key: "prompt", head: "Prompt tokens", numeric: true },
          { key: "output", head: "Output tokens", numeric: true },
          { key: "first50", head: "First token p50", numeric: true },
          { key: "first99", head: "First token p99", numeric: true },
        ]}
        rows={steps.flatMap(({ step, conversations }) =>
          turnRows(conversations).map(({ name, firstToken, ...figures }) => ({
            key: `${step.startedAt} ${name}`,
            cells: [
              <span key="load" className="whitespace-nowrap font-semibold">
                {stepName(experiment, step)}
              </span>,
              name,
              formatCount(figures.successes),
              formatCount(figures.failures),
              formatCount(figures.promptTokens),
              formatCount(figures.outputTokens),
              <PercentileValue key="f50" response={firstToken.p50} service={undefined} />,
              <PercentileValue key="f99" response={firstToken.p99} service={undefined} />,
            ],
          })),
        )}
      />
    </Card>
  );
}

/** Turns by their number, then what answered calls of tools. */
function turnRows({ turns, toolRounds }: StepConversations) {
  return [
    ...turns.map(({ turn, andLater, ...figures }) => ({
      name: `${turn}${andLater ? " and later" : ""}`,
      ...figures,
    })),
    ...(toolRounds ? [{ name: "Tool results", ...toolRounds }] : []),
  ];
}

function conversationsText(conversations: StepConversations, seconds: number): string {
  const { begun, completed, early, running } = conversations;
  const reasons = early.map(
    (each) => `${formatCount(each.count)} ended early (${each.status}: ${each.message})`,
  );
  return [
    formatStarts(conversations, seconds) ?? `${count(begun, "conversation")} begun`,
    `${formatCount(completed)} completed`,
    ...(reasons.length === 0 ? ["none ended early"] : reasons),
    `${formatCount(running)} still running at the end`,
  ].join(", ");
}
