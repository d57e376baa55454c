import {
  type ChatSource,
  type Lengths,
  type RequestTrace,
  TRACE_BLOCK_TOKENS,
} from "../../../../contract/index.ts";
import { deriveSeed, seededRandom } from "../../random.ts";
import { drawWords, type Prompt, type TokenEstimate } from "../prompts.ts";
import { drawLength } from "../lengths.ts";
import { isBody, type RecordedRequest } from "./session-rows.ts";
import type { Trace } from "./trace.ts";
import { checkMessages, toTurn } from "./recorded-messages.ts";
import { readPlannedTrace } from "./read-trace.ts";

/** Independent sequences of random numbers. */
const BLOCKS = 3;
const ROWS = 4;
const WARMUP = 5;
const OUTPUTS = 6;

/** The prompts of a trace's part; those of its warm-up have the same lengths and other words. */
export interface TracePrompts {
  readonly count: number;
  readonly promptFor: (n: number, isWarmup: boolean) => Prompt;
  /** ms from the beginning of the part; null without timing. */
  readonly instants: Float64Array | null;
}

interface Writing {
  readonly source: Pick<ChatSource, "endpoint" | "streamed">;
  readonly estimate: TokenEstimate;
  readonly seed: number;
  /** Of answers whose lengths aren't recorded. */
  readonly outputs: Lengths;
}

export async function tracePrompts(planned: RequestTrace, writing: Writing): Promise<TracePrompts> {
  const { seed } = writing;
  const { trace, part } = await readPlannedTrace(planned);
  const { first, end } = part;
  checkMessages(trace, part, planned.path, writing.source);
  const fromMs = planned.from * 1000;
  return {
    count: end - first,
    promptFor: (n, isWarmup) =>
      promptOf(trace, first + n, {
        ...writing,
        seed: isWarmup ? deriveSeed(seed, WARMUP) : seed,
      }),
    instants: trace.at && trace.at.slice(first, end).map((ms) => ms - fromMs),
  };
}

function promptOf(trace: Trace, row: number, writing: Writing): Prompt {
  const maxTokens = (trace.outputTokens[row] as number) || drawOutput(row, writing);
  const { endpoint } = writing.source;
  const draw = () => {
    const { perWord, overhead } = writing.estimate;
    const words = Math.round(((trace.inputTokens[row] as number) - overhead) / perWord);
    return drawRow(trace, row, Math.max(1, words), writing).join(" ");
  };
  const message = trace.sessions?.messages?.[row];
  // Where lengths are of whole prompts, the last message alone is shorter.
  if (message && trace.sessions?.lengths === "message")
    return { ...toPrompt(message, endpoint, draw), maxTokens };
  const recorded = trace.conversations?.[row];
  if (!recorded) return { content: draw(), maxTokens };
  const { system, turns } = recorded;
  const content = turns[0]?.content ?? "";
  return { ...toPrompt({ content, system }, endpoint, draw), maxTokens };
}

function toPrompt(
  recorded: RecordedRequest,
  endpoint: ChatSource["endpoint"],
  draw: () => string,
): Omit<Prompt, "maxTokens"> {
  const { messages, isWhole: _alone, ...fields } = toTurn(recorded, draw);
  const texts = messages.flatMap(({ content }) => (typeof content === "string" ? content : []));
  const isText = !isBody(recorded) && texts.length === messages.length;
  if (!isText || (texts.length > 1 && endpoint !== "completions"))
    return { content: messages, ...fields };
  return { content: texts.join("\n\n"), ...fields };
}

function drawOutput(row: number, { seed, outputs }: Writing): number {
  return drawLength(outputs, seededRandom(deriveSeed(deriveSeed(seed, OUTPUTS), row)));
}

/** Words of the request's blocks, each the same wherever it occurs, then words of its own: `total` (LAB-TRACE-6). */
export function drawRow(
  { blocks }: Trace,
  row: number,
  total: number,
  { estimate: { perWord }, seed }: Pick<Writing, "estimate" | "seed">,
): string[] {
  const perBlock = Math.max(1, Math.round(TRACE_BLOCK_TOKENS / perWord));
  const ids = blocks?.ids.subarray(blocks.starts[row], blocks.starts[row + 1]) ?? [];
  const words: string[] = [];
  for (const id of ids) {
    const count = Math.min(perBlock, total - words.length);
    if (count <= 0) break;
    words.push(...drawWords(count, seededRandom(deriveSeed(deriveSeed(seed, BLOCKS), id))));
  }
  const own = seededRandom(deriveSeed(deriveSeed(seed, ROWS), row));
  for (const word of drawWords(Math.max(0, total - words.length), own)) words.push(word);
  return words;
}
