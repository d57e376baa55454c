import { StatusError } from "../../../../base/status-error.ts";
import {
  type ChatSource,
  type ExperimentStep,
  type LatencySummary,
  isPooling,
  type PoolingSource,
} from "../../../contract/index.ts";
import type { Exported } from "../json.ts";
import { type Spread, spreadOf } from "./spread.ts";

/** One measured load of a chat server with the figures that load tools write. Times count from sending, ms. */
export interface ChatRun {
  readonly step: ExperimentStep;
  /** Null for whole responses. */
  readonly tokens: {
    readonly first: Spread;
    readonly each: Spread;
    readonly between: Spread;
  } | null;
  readonly response: Spread;
  /** 0 as of prompts, and for embeddings and reranks. */
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

export interface PoolingRuns {
  readonly model: string;
  readonly source: PoolingSource;
  /** Texts or documents of a request. */
  readonly items: number;
  readonly runs: readonly ChatRun[];
}

/** FAILED_PRECONDITION explains why an experiment can't be written in a load tool's format. */
export function toolRuns({ plan, steps }: Exported): ChatRuns | PoolingRuns {
  const [traffic] = plan.traffic;
  const source = traffic?.inputs;
  if (!traffic || !source || (source.kind !== "chat" && !isPooling(source)))
    throw refusal("only experiments on chat servers can be exported for other load tools.");
  if (steps.length === 0) throw refusal("nothing was measured yet.");
  const { model, batchSize } = traffic;
  const runs = steps.map(toRun);
  return source.kind === "chat"
    ? { model, source, runs }
    : { model, source, items: batchSize, runs };
}

function toRun(step: ExperimentStep): ChatRun {
  const { chat, texts, load, service } = step;
  if (!chat && !texts) throw refusal(`${formatLoad(load)} has no tokens.`);
  const spread = (times: LatencySummary) => {
    if (times.count > 0 && times.histogram === "")
      throw refusal(`${formatLoad(load)} was imported without times of single requests.`);
    return spreadOf(times);
  };
  return {
    step,
    tokens: chat && {
      first: spread(chat.firstTokenFromSend),
      each: spread(chat.perToken),
      between: spread(chat.betweenTokens),
    },
    response: spread(service),
    outputTokens: (chat ?? texts)?.outputTokens ?? 0,
    promptTokens: (chat ? chat.promptTokens : texts?.inputTokens) ?? 0,
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

export const refusal = (message: string) =>
  new StatusError("FAILED_PRECONDITION", `The experiment can't be exported: ${message}`);
