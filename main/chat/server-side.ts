import { StatusError } from "../../base/status-error.ts";
import type { Clock } from "../../base/clock.ts";
import { pause, timeLimit } from "../../base/wait.ts";
import type { ChatServerSide, ChatUsage, PrefixCacheHits, ServerKind } from "../contract/index.ts";
import type { Observation } from "../servers/index.ts";
import type { ReportedTimes } from "./chat-response.ts";
import {
  endedRequests,
  type CounterDelta,
  counterDelta,
  presentRequests,
} from "./counter-delta.ts";

/** What is asked of a server; see ServerAdapter. */
export interface SideSource {
  observe(signal: AbortSignal): Promise<Observation>;
  readonly status: { readonly kind: ServerKind };
}

/** What the response itself said. */
export interface ChatReply {
  readonly usage: ChatUsage | null;
  readonly times: ReportedTimes | null;
}

export interface Side {
  readonly cacheHits: PrefixCacheHits;
  readonly server: ChatServerSide;
}

/** A server counts a request about when it answers, so that its counters may be a little late. */
const READINGS = 10;
const INTERVAL_MS = 20;
/** A request is not put off longer for it. */
const LOOK_MS = 2000;

/**
 * Reads the server's counters, and the returned function again, once the request is over: what the server did with it.
 * Reading alone is repeated, never the request.
 */
export async function watchServerSide(
  server: SideSource,
  clock: Clock,
  signal: AbortSignal,
): Promise<(reply: ChatReply) => Promise<Side>> {
  const look = async () => {
    using limit = timeLimit(
      clock,
      LOOK_MS,
      () => new StatusError("DEADLINE_EXCEEDED", `No response within ${LOOK_MS / 1000} s.`),
    );
    return await server
      .observe(AbortSignal.any([signal, limit]))
      .catch((error: unknown) => StatusError.from(error));
  };
  const before = await look();
  return async (reply) => {
    const { kind } = server.status;
    const isExact = reply.times !== null && (reply.usage?.cachedTokens ?? null) !== null;
    const news = isExact ? "" : await changeSince(before, look, clock);
    return { cacheHits: findCacheHits(reply, news, kind), server: toServerSide(reply, news, kind) };
  };
}

/** Or why nothing is known of it. */
async function changeSince(
  before: Observation | Error,
  look: () => Promise<Observation | Error>,
  clock: Clock,
): Promise<CounterDelta | string> {
  if (before instanceof Error) return `No counters: ${before.message}`;
  for (let reading = 1; ; reading++) {
    const after = await look();
    if (after instanceof Error) return `No counters: ${after.message}`;
    const [first, last] = [endedRequests(before), endedRequests(after)];
    // What is not counted will not be.
    const isSettled =
      first === null || last === null || (last > first && presentRequests(after) === 0);
    if (isSettled || reading === READINGS) return counterDelta(before, after);
    await pause(clock, INTERVAL_MS);
  }
}

function findCacheHits(
  { usage }: ChatReply,
  news: CounterDelta | string,
  kind: ServerKind,
): PrefixCacheHits {
  const tokens = usage?.cachedTokens ?? null;
  if (tokens !== null)
    return { provenance: "exact", words: "From the usage in its response.", tokens };
  const hint =
    kind === "vllm"
      ? " vLLM reports it in its responses when started with --enable-prompt-tokens-details."
      : "";
  const unknown = (why: string): PrefixCacheHits => ({
    provenance: "unavailable",
    words: why + hint,
    tokens: null,
  });
  if (typeof news === "string") return unknown(news);
  if (news.hits === null) return unknown("The server does not count the hits of a prefix cache.");
  if (!news.alone) return unknown(news.why);
  return {
    provenance: "derived",
    words: `Growth of ${news.hitsSource} while only this request ran.`,
    tokens: news.hits,
  };
}

function toServerSide(
  { times }: ChatReply,
  news: CounterDelta | string,
  kind: ServerKind,
): ChatServerSide {
  if (times)
    return {
      provenance: "exact",
      words: "From the metrics in its response.",
      queueMs: times.queue_time_ms ?? null,
      prefillMs: times.time_to_first_token_ms ?? null,
      decodeMs: times.generation_time_ms ?? null,
    };
  const hint =
    kind === "vllm"
      ? " vLLM reports it in its responses when started with --enable-per-request-metrics."
      : "";
  const nothing = { queueMs: null, prefillMs: null, decodeMs: null };
  const unknown = (why: string): ChatServerSide => ({
    provenance: "unavailable",
    words: why + hint,
    ...nothing,
  });
  if (typeof news === "string") return unknown(news);
  if (!news.alone) return unknown(news.why);
  const { queueMs, prefillMs, decodeMs } = news;
  if (queueMs === null && prefillMs === null && decodeMs === null)
    return unknown("The server doesn't report queue and compute times.");
  return {
    provenance: "derived",
    words: "Growth of the server’s histograms while only this request ran.",
    queueMs,
    prefillMs,
    decodeMs,
  };
}
