import type { ChatSource, ConversationPlan, RequestTrace } from "../../../../contract/index.ts";
import { deriveSeed } from "../../random.ts";
import { invalid } from "../../sources/invalid.ts";
import type { ConversationTurn, PreparedConversations, Waited } from "../prepared-conversations.ts";
import type { TokenEstimate } from "../prompts.ts";
import { checkMessages, toMessages, toTurn } from "./recorded-messages.ts";
import { partSessions } from "./part-sessions.ts";
import { readPlannedTrace } from "./read-trace.ts";
import type { Trace } from "./trace.ts";
import { drawRow } from "./trace-requests.ts";

/** Independent sequence of random numbers. */
const WARMUP = 5;

interface Writing {
  readonly source: Pick<ChatSource, "endpoint" | "streamed">;
  readonly seed: number;
  readonly estimate: TokenEstimate;
  /** Length of an answer whose length isn't recorded, by its turn. */
  readonly drawOutput: (n: number, k: number) => number;
  /** ms, drawn for a turn of a conversation. */
  readonly drawThink: (n: number, k: number) => number;
}

type RecordedConversations = Omit<PreparedConversations, "tools"> & {
  readonly instants: Float64Array | null;
};

/**
 * The conversations of a trace's part, by its texts or else by the ids of its requests (LAB-CONV-8, LAB-TRACE-16).
 * INVALID_ARGUMENT for a trace that records neither.
 */
export async function traceConversations(
  planned: RequestTrace,
  { think }: ConversationPlan,
  writing: Writing,
): Promise<RecordedConversations> {
  const { trace, part } = await readPlannedTrace(planned);
  if (trace.conversations !== null) return recordedTexts(trace, part.first, part.end, writing);
  checkMessages(trace, part, planned.path, writing.source);
  const grouped = partSessions(trace, part);
  if (grouped === null)
    throw invalid(
      `'${planned.path}'`,
      "its requests have no ids of conversations (BurstGPT's Session ID, OpenTelemetry's gen_ai.conversation.id, session_id of Mooncake's format); leave conversations out.",
    );
  const { starts, rows } = grouped;
  const count = starts.length - 1;
  const row = (n: number, k: number) => rows[(starts[n % count] as number) + k] as number;
  const length = (n: number) => (starts[(n % count) + 1] as number) - (starts[n % count] as number);
  const isWhole = Array.from({ length: count }, (_, n) =>
    hasWholeLengths(trace, rows.subarray(starts[n], starts[n + 1])),
  );
  const { at } = trace;
  return {
    count,
    turns: length,
    turn: (n, k) => {
      const seed = n < count ? writing.seed : deriveSeed(writing.seed, WARMUP);
      // The template's tokens are counted once.
      const { overhead } = writing.estimate;
      const before = k === 0 ? overhead : isWhole[n % count] ? tokensOf(trace, row(n, k - 1)) : 0;
      const { maxTokens, ...turn } = turnOf(trace, row(n, k), before, { ...writing, seed });
      return { ...turn, maxTokens: maxTokens || writing.drawOutput(n, k) };
    },
    thinkMs: (n, k, waited) =>
      think.kind === "recorded"
        ? recordedThink(trace, row(n, k), row(n, k + 1), waited)
        : writing.drawThink(n, k),
    instants:
      at &&
      Float64Array.from(
        { length: count },
        (_, n) => (at[row(n, 0)] as number) - planned.from * 1000,
      ),
  };
}

function recordedTexts(
  { conversations }: Trace,
  first: number,
  end: number,
  { drawThink }: Writing,
): RecordedConversations {
  const count = end - first;
  const recorded = (n: number) => conversations?.[first + (n % count)];
  return {
    count,
    turns: (n) => recorded(n)?.turns.length ?? 1,
    turn: (n, k) => {
      const { content = "", outputTokens = 1 } = recorded(n)?.turns[k] ?? {};
      const system = k === 0 ? (recorded(n)?.system ?? null) : null;
      return { messages: toMessages({ content, system }), maxTokens: outputTokens };
    },
    thinkMs: drawThink,
    instants: null,
  };
}

const tokensOf = ({ inputTokens, outputTokens }: Trace, row: number): number =>
  (inputTokens[row] as number) + (outputTokens[row] as number);

/** `before`: tokens of the row's prompt that are not the message's. */
function turnOf(
  trace: Trace,
  row: number,
  before: number,
  { estimate, seed }: Pick<Writing, "estimate" | "seed">,
): ConversationTurn {
  const { inputTokens, outputTokens, sessions } = trace;
  const maxTokens = outputTokens[row] as number;
  const draw = () => {
    const tokens = (inputTokens[row] as number) - before;
    const words = Math.max(1, Math.round(tokens / estimate.perWord));
    return drawRow(trace, row, words, { estimate, seed }).join(" ");
  };
  const recorded = sessions?.messages?.[row] ?? { content: null, system: null };
  return { ...toTurn(recorded, draw), maxTokens };
}

/** Whether the lengths of a conversation are those of whole prompts, which hold the former turns (LAB-TRACE-17). */
function hasWholeLengths(trace: Trace, rows: Uint32Array): boolean {
  const lengths = trace.sessions?.lengths ?? "message";
  if (lengths !== "detect") return lengths === "whole";
  const { inputTokens } = trace;
  return rows.every(
    (row, k) => k === 0 || (inputTokens[row] as number) > tokensOf(trace, rows[k - 1] as number),
  );
}

/** From the former answer's end; where that is not recorded, the rest of the time between the requests. */
function recordedThink({ at, sessions }: Trace, row: number, next: number, waited: Waited): number {
  const { elapsedMs, speed } = waited;
  const thinkMs = sessions?.thinkMs[next] ?? Number.NaN;
  if (!Number.isNaN(thinkMs)) return thinkMs / speed;
  if (at === null) return 0;
  return Math.max(0, ((at[next] as number) - (at[row] as number)) / speed - elapsedMs);
}
