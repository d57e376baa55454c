import {
  cachedShare,
  formatExceeded,
  formatPrefixGroup,
  type StepConversations,
} from "../../../contract/index.ts";
import { figure, html, type Html, percent, table } from "../../../reports/index.ts";
import type { Exported } from "../json.ts";
import { percentileCell } from "./format-figures.ts";
import { nameOfStep } from "./step-cells.ts";

/** Tokens of streamed responses; null if no step has them. */
export function chatTable(experiment: Exported): Html | null {
  const steps = experiment.steps.flatMap((step) => (step.chat ? [{ step, chat: step.chat }] : []));
  if (steps.length === 0) return null;
  const limited = steps.some(({ chat }) => chat.limits);
  return table(
    "Tokens of streamed responses; times in ms with 95 % intervals, the first token from the scheduled instant",
    [
      "Step",
      "Output tokens/s",
      "Prompt tokens/s",
      "First token p50",
      "First token p99",
      "Between chunks p50",
      "Between chunks p99",
      "Per token p50",
      "Per token p99",
      "Prefix-cache hits",
      "Preemptions",
      "Counted by the client",
      ...(limited ? ["Beyond goodput's limits"] : []),
    ],
    steps.map(({ step, chat }) => [
      nameOfStep(experiment, step),
      figure(chat.outputTokensPerSecond),
      figure(chat.promptTokensPerSecond),
      percentileCell(chat.firstToken.p50),
      percentileCell(chat.firstToken.p99),
      percentileCell(chat.betweenTokens.p50),
      percentileCell(chat.betweenTokens.p99),
      percentileCell(chat.perToken.p50),
      percentileCell(chat.perToken.p99),
      percent(chat.server?.prefixCacheHitRate ?? null),
      chat.server?.preemptions ?? null,
      chat.counted === 0 ? "none" : `${figure(chat.counted)} responses`,
      ...(limited
        ? [chat.limits?.map((each) => formatExceeded(each, step.successes)).join("; ") ?? null]
        : []),
    ]),
  );
}

/** Tokens of whole responses; null if no step has them. */
export function textTable(experiment: Exported): Html | null {
  const steps = experiment.steps.flatMap((step) =>
    step.texts ? [{ step, texts: step.texts }] : [],
  );
  if (steps.length === 0) return null;
  const hasOutputs = steps.some(({ texts }) => texts.outputTokens !== undefined);
  return table(
    hasOutputs
      ? "Tokens, as the server counts them; responses weren't streamed, so that times to the first token and per token weren't measured"
      : "Texts, as the server counts their tokens",
    [
      "Step",
      hasOutputs ? "Responses/s" : "Texts or documents/s",
      "Requests/s",
      ...(hasOutputs ? ["Output tokens/s", "Output tokens"] : []),
      "Input tokens/s",
      "Input tokens",
      "Requests, by the server's counters",
      "Input tokens, by the server's counters",
    ],
    steps.map(({ step, texts }) => [
      nameOfStep(experiment, step),
      figure(step.inferencesPerSecond),
      figure(step.requestsPerSecond),
      ...(hasOutputs
        ? [figure(texts.outputTokensPerSecond ?? null), figure(texts.outputTokens ?? null)]
        : []),
      figure(texts.inputTokensPerSecond),
      figure(texts.inputTokens),
      figure(texts.server?.requests ?? null),
      figure(texts.server?.inputTokens ?? null),
    ]),
  );
}

/** Requests by the prefix that they share; null if no step has groups. */
export function prefixTable(experiment: Exported): Html | null {
  const steps = experiment.steps.flatMap((step) =>
    step.chat?.prefixGroups ? [{ step, groups: step.chat.prefixGroups }] : [],
  );
  if (steps.length === 0) return null;
  return table(
    "Requests by shared prefix; times to the first token in ms with 95 % intervals, from the scheduled instant",
    [
      "Step",
      "Prefix",
      "Responses",
      "Failures",
      "First token p50",
      "First token p99",
      "Prompt tokens",
      "Of them cached",
    ],
    steps.flatMap(({ step, groups }) =>
      groups.map((group) => [
        nameOfStep(experiment, step),
        formatPrefixGroup(group),
        figure(group.successes),
        figure(group.failures),
        percentileCell(group.firstToken.p50),
        percentileCell(group.firstToken.p99),
        figure(group.promptTokens),
        percent(cachedShare(group)),
      ]),
    ),
  );
}

/** "48 (4.8/s)" */
const withRate = (count: number, seconds: number) =>
  seconds > 0 ? `${figure(count)} (${figure(count / seconds)}/s)` : figure(count);

/** Conversations and their turns; null if no step has them. */
export function turnTables(experiment: Exported): Html | null {
  const steps = experiment.steps.flatMap((step) =>
    step.chat?.conversations ? [{ step, conversations: step.chat.conversations }] : [],
  );
  if (steps.length === 0) return null;
  return html`${table(
    "Conversations",
    ["Step", "Planned starts", "Begun", "Completed", "Ended early", "Running at the end"],
    steps.map(({ step, conversations: { planned, begun, completed, early, running } }) => [
      nameOfStep(experiment, step),
      planned === undefined ? "none: a closed loop" : withRate(planned, step.seconds),
      withRate(begun, step.seconds),
      figure(completed),
      early.map(({ status, message, count }) => `${count}: ${status}, ${message}`).join("; ") || 0,
      figure(running),
    ]),
  )}${table(
    "Turns of conversations; times to the first token in ms with 95 % intervals, from the scheduled instant",
    [
      "Step",
      "Turn",
      "Responses",
      "Failures",
      "Prompt tokens",
      "Output tokens",
      "First token p50",
      "First token p99",
    ],
    steps.flatMap(({ step, conversations }) =>
      turnRows(conversations).map(([name, turn]) => [
        nameOfStep(experiment, step),
        name,
        figure(turn.successes),
        figure(turn.failures),
        figure(turn.promptTokens),
        figure(turn.outputTokens),
        percentileCell(turn.firstToken.p50),
        percentileCell(turn.firstToken.p99),
      ]),
    ),
  )}`;
}

/** Turns by their number, then what answered calls of tools. */
const turnRows = ({ turns, toolRounds }: StepConversations) => [
  ...turns.map((turn) => [`${turn.turn}${turn.andLater ? " and later" : ""}`, turn] as const),
  ...(toolRounds ? [["Tool results", toolRounds] as const] : []),
];
