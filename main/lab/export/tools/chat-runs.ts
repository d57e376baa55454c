import { StatusError } from "../../../../base/status-error.ts";
import type { ChatSource, ExperimentStep } from "../../../contract/index.ts";
import type { Exported } from "../json.ts";
import { type Spread, spreadOf } from "./spread.ts";

/** One measured load of a chat server with the figures that load tools write. Times count from sending, ms. */
export interface ChatRun {
  readonly step: ExperimentStep;
  readonly firstToken: Spread;
  readonly perToken: Spread;
  readonly betweenTokens: Spread;
  readonly response: Spread;
  readonly outputTokens: number;
  /** 0 if the server reported none, as in the tools. */
  readonly promptTokens: number;
  /** Requests that did not succeed. */
  readonly failed: number;
  /** Clients of a closed loop; null for a rate. */
  readonly clients: number | null;
  /** Requests per second; null for clients. */
  readonly rate: number | null;
}

export interface ChatRuns {
  readonly model: string;
  readonly source: ChatSource;
  readonly runs: readonly ChatRun[];
}

/** FAILED_PRECONDITION explains why an experiment can't be written in a load tool's format. */
export function chatRuns({ plan, steps }: Exported): ChatRuns {
  const [traffic] = plan.traffic;
  const source = traffic?.inputs;
  if (!traffic || source?.kind !== "chat")
    throw refusal("only experiments on chat servers can be exported for other load tools.");
  if (steps.length === 0) throw refusal("nothing was measured yet.");
  return { model: traffic.model, source, runs: steps.map(toRun) };
}

function toRun(step: ExperimentStep): ChatRun {
  const { chat, load, service } = step;
  if (!chat) throw refusal(`${formatLoad(load)} has no tokens.`);
  const times = [chat.firstTokenFromSend, chat.perToken, chat.betweenTokens, service] as const;
  if (times.some(({ count, histogram }) => count > 0 && histogram === ""))
    throw refusal(`${formatLoad(load)} was imported without times of single requests.`);
  const [firstToken, perToken, betweenTokens, response] = times;
  return {
    step,
    firstToken: spreadOf(firstToken),
    perToken: spreadOf(perToken),
    betweenTokens: spreadOf(betweenTokens),
    response: spreadOf(response),
    outputTokens: chat.outputTokens,
    promptTokens: chat.promptTokens ?? 0,
    failed: Object.values(step.outcomes).reduce((sum, count) => sum + count, 0),
    clients: load.kind === "concurrency" ? load.value : null,
    rate:
      load.kind === "rate"
        ? load.of === undefined
          ? load.value
          : step.generator.offeredRate
        : null,
  };
}

/** "concurrency-8": for file names and messages. */
export const formatLoad = ({ kind, value }: ExperimentStep["load"]): string =>
  `${kind}-${Number(value.toPrecision(6))}`;

const refusal = (message: string) =>
  new StatusError("FAILED_PRECONDITION", `The experiment can't be exported: ${message}`);
