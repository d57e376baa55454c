import type { ExperimentStep, ServerSplit, StepChat } from "../../contract/index.ts";
import type { RunResult } from "../generator/messages.ts";

type Reconciled = ExperimentStep["reconciliation"];

export interface ReconcileFacts {
  readonly result: RunResult;
  readonly server: ServerSplit | null;
  /** Requests that may belong to either side of the span's ends. */
  readonly tolerance: number;
  /** Kinds of requests: what several models share can't be distinguished. */
  readonly kinds: number;
  /** Requests of sequences have one item each, and a server that batches them counts its empty slots as well. */
  readonly sequences?: boolean;
  /** Clients abandon requests, which the server may count as answered, as failed, or not at all. */
  readonly deadlines: boolean;
}

/**
 * The client's counts next to the server's over the same span: successes in it, failures that the server saw, items,
 * and cache lookups. Other traffic at the same time shows as a difference.
 */
export function reconcile(facts: ReconcileFacts): Reconciled {
  const { result, server, kinds, deadlines } = facts;
  if (!server) return [];
  const { outcomes } = result;
  const { requests, items } = result.answered;
  const tolerance = facts.tolerance + (deadlines ? outcomes.timedOut : 0);
  const answered = requests + outcomes.wrong;
  const perRequest = requests > 0 ? items / requests : 1;
  const lookups = server.cacheHits + server.cacheMisses;
  return [
    compare("successful requests", answered, server.requests, tolerance),
    compare(
      "failed requests",
      outcomes.rejected + outcomes.timedOut + outcomes.cancelled + outcomes.failed,
      server.failures,
      tolerance,
    ),
    ...(facts.sequences
      ? []
      : [
          compare(
            server.cacheHits > 0 ? "items, from the cache or inferred" : "items inferred",
            answered * perRequest,
            server.inferences + server.cacheHits * perRequest,
            tolerance * perRequest,
          ),
        ]),
    ...(lookups > 0 && kinds === 1
      ? [compare("look-ups in the cache", answered, lookups, tolerance)]
      : []),
  ];
}

/**
 * Requests and tokens of streamed responses next to the server's; a response in flight has some of its tokens on each
 * side.
 */
export function reconcileTokens(
  { successes, answered, stream }: RunResult,
  chat: StepChat | null,
  tolerance: number,
): Reconciled {
  if (!chat?.server || !stream) return [];
  const perAnswer = successes > 0 ? stream.outputTokens / successes : 0;
  const { requests, outputTokens } = chat.server;
  return [
    ...(requests === null
      ? []
      : [compare("successful requests", answered.requests, requests, tolerance)]),
    ...(outputTokens === null
      ? []
      : [
          compare(
            "output tokens",
            stream.outputTokens,
            outputTokens,
            // Responses differ in length.
            Math.ceil(2 * tolerance * perAnswer) + 1,
          ),
        ]),
  ];
}

/** Requests and tokens of whole responses next to the server's. */
export function reconcileTexts(
  { answered, inputTokens, outputTokens, stream }: RunResult,
  server: StepChat["server"],
  tolerance: number,
): Reconciled {
  if (stream || inputTokens === undefined || !server) return [];
  const { requests, promptTokens } = server;
  const { requests: answers } = answered;
  // Texts differ in length.
  const slack = (tokens: number) =>
    answers > 0 ? Math.ceil((2 * tolerance * tokens) / answers) : 0;
  return [
    ...(requests === null
      ? []
      : [compare("successful requests", answered.requests, requests, tolerance)]),
    ...(promptTokens === null || inputTokens === null
      ? []
      : [compare("input tokens", inputTokens, promptTokens, slack(inputTokens))]),
    ...(outputTokens === undefined || outputTokens === null || server.outputTokens === null
      ? []
      : [compare("output tokens", outputTokens, server.outputTokens, slack(outputTokens) + 1)]),
  ];
}

/**
 * How many requests could have been counted on the other side of the span's two ends: those in flight then, and those
 * that arrived in the seconds by which the counters were read late. `sequences`: this many are ended by a request that
 * the client counts nowhere.
 */
export function tolerated(
  result: RunResult,
  clients: number | null,
  lateSeconds: number,
  sequences = 0,
): number {
  const ended = result.successes + sum(Object.values(result.outcomes));
  const perSecond = result.seconds > 0 ? ended / result.seconds : 0;
  const measured = result.windows.filter(({ from }) => from >= 0);
  const longest = ((measured[0]?.max ?? 0) + (measured.at(-1)?.max ?? 0)) / 1000;
  const out = clients === null ? perSecond * longest : 2 * clients;
  return Math.ceil(out + perSecond * lateSeconds) + sequences + 1;
}

function compare(
  name: string,
  client: number,
  server: number,
  tolerance: number,
): Reconciled[number] {
  const more = server - client;
  if (Math.abs(more) <= tolerance) return { name, client, server, difference: null };
  const figures = `the server counted ${count(server)} and the client ${count(client)}`;
  const why =
    more > 0
      ? "others sent requests at the same time"
      : "requests did not reach it, or its counters do not count all";
  return {
    name,
    client,
    server,
    difference: `Of ${name}, ${figures}, ${count(Math.abs(more))} ${more > 0 ? "more" : "fewer"} than the ${count(tolerance)} that were out at the span's ends explain: ${why}.`,
  };
}

const count = (value: number) => Math.round(value).toLocaleString("en-US");
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
