import type { FigureId, StepChat, StepConversations } from "../../contract/index.ts";
import type { Observation, RawFigure } from "../../servers/index.ts";
import type {
  ConversationsResult,
  RunResult,
  TimesResult,
  TurnFigures,
  TrafficSpec,
} from "../generator/messages.ts";
import { summarizeLatency } from "../steps/latency.ts";

/** Figures of a step with streamed responses; null for others. */
export function chatFigures(
  { stream, seconds, conversations, health, groups = [] }: RunResult,
  traffic: readonly TrafficSpec[],
  server: StepChat["server"],
): StepChat | null {
  if (stream === null) return null;
  const perSecond = (tokens: number) => (seconds > 0 ? tokens / seconds : 0);
  const times = ({ histogram, extremes }: TimesResult) => summarizeLatency(histogram, extremes);
  const { outputTokens, promptTokens, pieces, counted, limits } = stream;
  const estimate = traffic[0]?.tokens;
  const isOpen = health.offeredRate !== null;
  return {
    firstToken: times(stream.first),
    firstTokenFromSend: times(stream.firstFromSend),
    betweenTokens: times(stream.gaps),
    perToken: times(stream.perToken),
    outputTokens,
    outputTokensPerSecond: perSecond(outputTokens),
    promptTokens,
    promptTokensPerSecond: promptTokens === null ? null : perSecond(promptTokens),
    pieces,
    counted,
    ...(limits.length > 0 && { limits: [...limits] }),
    ...(conversations && { conversations: conversationFigures(conversations, isOpen) }),
    ...(groups.length > 0 && {
      prefixGroups: groups.map(({ first, ...group }) => ({
        ...group,
        firstToken: summarizeLatency(first.histogram, first.extremes),
      })),
    }),
    tokensPerWord: estimate
      ? { value: estimate.perWord, overhead: estimate.overhead, measured: estimate.measured }
      : null,
    server,
  };
}

function conversationFigures(result: ConversationsResult, isOpen: boolean): StepConversations {
  const { turns, toolRounds, early, refused, ...counts } = result;
  const summarized = <T extends TurnFigures>({ first, ...figures }: T) => ({
    ...figures,
    firstToken: summarizeLatency(first.histogram, first.extremes),
  });
  return {
    ...counts,
    ...(isOpen && { planned: counts.begun + refused }),
    early: [...early],
    turns: turns.map(summarized),
    ...(toolRounds && { toolRounds: summarized(toolRounds) }),
  };
}

/** The models' own counters of the server between two observations (LAB-CHAT-17). */
export function serverTokens(
  before: Observation | null,
  after: Observation | null,
  models: readonly string[],
): StepChat["server"] {
  if (!before || !after) return null;
  if (before.incarnation !== after.incarnation) return null;
  const counted = (observation: Observation, figure: FigureId, value: CounterValue) =>
    sum(of(observation, figure, models).flatMap((raw) => value(raw) ?? []));
  const grown = (figure: FigureId, value: CounterValue) =>
    growth(counted(before, figure, value), counted(after, figure, value));
  const total = (figure: FigureId) => grown(figure, readTotal);
  const looked = grown("prefixCacheHitRate", readWhole);
  const hits = grown("prefixCacheHitRate", readPart);
  return {
    requests: total("requestsPerSecond"),
    promptTokens: total("promptTokensPerSecond"),
    outputTokens: total("generatedTokensPerSecond"),
    prefixCacheHitRate: looked === null || looked === 0 || hits === null ? null : hits / looked,
    preemptions: total("preemptionsPerSecond"),
    waiting: sum(
      of(after, "waiting", models).flatMap((each) => (each.form === "gauge" ? [each.value] : [])),
    ),
  };
}

type CounterValue = (figure: RawFigure) => number | null;

const readTotal: CounterValue = (figure) =>
  figure.form === "rate" ? figure.total * (figure.scale ?? 1) : null;
const readWhole: CounterValue = (figure) => (figure.form === "ratio" ? figure.whole : null);
const readPart: CounterValue = (figure) => (figure.form === "ratio" ? figure.part : null);

/** Null if a counter is not reported, or was reset. */
function growth(was: number | null, is: number | null): number | null {
  if (is === null) return null;
  const grown = is - (was ?? 0);
  return grown < 0 ? null : grown;
}

/** Of the models; of the whole server if not reported separately. */
function of({ figures }: Observation, figure: FigureId, models: readonly string[]): RawFigure[] {
  const all = figures.filter((each) => "figure" in each && each.figure === figure);
  const own = all.filter(({ model }) => models.includes(model));
  return own.length > 0 ? own : all.filter(({ model }) => model === "");
}

const sum = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((total, value) => total + value, 0);
