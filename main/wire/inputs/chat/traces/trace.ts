import {
  MAX_TRACE_REQUESTS,
  type RequestTrace,
  type RequestTraceFormat,
} from "../../../../contract/index.ts";
import { invalid } from "../../sources/invalid.ts";
import { SessionRows, type SessionTurn, type TraceSessions } from "./session-rows.ts";

/** Max requests of a file. */
const MAX_ROWS = 10_000_000;
export const MAX_TOKENS = 1_000_000;

/** One exchange of a recorded conversation. */
export interface RecordedTurn {
  readonly content: string;
  readonly outputTokens: number;
}

export interface RecordedConversation {
  readonly system: string | null;
  readonly turns: readonly RecordedTurn[];
}

/** Recorded requests in order of their arrival. */
export interface Trace {
  readonly format: RequestTraceFormat;
  readonly sha256: string;
  readonly bytes: number;
  /** ms after the first request; null without timing. */
  readonly at: Float64Array | null;
  readonly inputTokens: Uint32Array;
  /** 0: not recorded; the plan's lengths apply. */
  readonly outputTokens: Uint32Array;
  /** Numbers of the prompts' blocks: request i has those from `starts[i]` to `starts[i + 1]`; null without. */
  readonly blocks: { readonly starts: Uint32Array; readonly ids: Uint32Array } | null;
  /** Instead of mere lengths; null: none. */
  readonly conversations: readonly RecordedConversation[] | null;
  /** Null without ids of conversations. */
  readonly sessions: TraceSessions | null;
  /** In the whole file, where only a sample of them is kept. */
  readonly found?: number;
  readonly skipped: readonly { readonly reason: string; readonly count: number }[];
}

interface Row extends SessionTurn {
  /** ms, of any origin; null: not recorded. */
  readonly at: number | null;
  readonly inputTokens: number;
  /** Null: not recorded. */
  readonly outputTokens: number | null;
  readonly blocks?: readonly number[];
}

/** Collects the requests of a file, in any order. */
export class TraceRows {
  readonly #lengths: TraceSessions["lengths"];
  readonly #at: number[] = [];
  readonly #inputs: number[] = [];
  readonly #outputs: number[] = [];
  readonly #starts: number[] = [0];
  readonly #ids: number[] = [];
  readonly #numbers = new Map<number, number>();
  readonly #sessions = new SessionRows();
  readonly #skipped = new Map<string, number>();
  #isTimed: boolean | null = null;

  /** `lengths`: what the format records of a turn. */
  constructor(lengths: TraceSessions["lengths"] = "message") {
    this.#lengths = lengths;
  }

  /** A request without tokens is left out: it failed, or holds nothing to replay. */
  add({ at, inputTokens, outputTokens, blocks = [], ...turn }: Row, place: string): void {
    if (inputTokens === 0 || outputTokens === 0) {
      this.skip("requests without input or output tokens");
      return;
    }
    if (this.#at.length >= MAX_ROWS)
      throw invalid(place, `a trace has at most ${MAX_ROWS} requests.`);
    const after = this.#isTimed === false ? null : this.#sessions.after(turn);
    const instant = this.#instant(at ?? after, place);
    this.#at.push(instant);
    this.#sessions.add(turn, instant, place);
    this.#inputs.push(inputTokens);
    this.#outputs.push(outputTokens ?? 0);
    for (const id of blocks) this.#ids.push(this.#numberOf(id));
    this.#starts.push(this.#ids.length);
  }

  /** All requests of a file have instants, or none. */
  #instant(at: number | null, place: string): number {
    this.#isTimed ??= at !== null;
    if (this.#isTimed === (at !== null)) return at ?? 0;
    throw invalid(
      place,
      this.#isTimed
        ? "it has no instant, which the requests before it have."
        : "it has an instant, which the requests before it lack.",
    );
  }

  skip(reason: string): void {
    this.#skipped.set(reason, (this.#skipped.get(reason) ?? 0) + 1);
  }

  /** INVALID_ARGUMENT for a file without requests. */
  finish(path: string): Omit<Trace, "format" | "sha256" | "bytes"> {
    const count = this.#at.length;
    if (count === 0) throw invalid(`'${path}'`, `it holds no requests${this.#skippedText()}.`);
    const order = ordered(this.#at);
    const first = this.#at[order[0] as number] as number;
    const at = new Float64Array(count);
    const inputTokens = new Uint32Array(count);
    const outputTokens = new Uint32Array(count);
    for (let i = 0; i < count; i++) {
      const row = order[i] as number;
      at[i] = (this.#at[row] as number) - first;
      inputTokens[i] = this.#inputs[row] as number;
      outputTokens[i] = this.#outputs[row] as number;
    }
    return {
      at: this.#isTimed ? at : null,
      inputTokens,
      outputTokens,
      blocks: this.#ids.length === 0 ? null : this.#orderedBlocks(order),
      conversations: null,
      sessions: this.#sessions.ordered(order, this.#at, this.#lengths),
      skipped: [...this.#skipped].map(([reason, skipped]) => ({ reason, count: skipped })),
    };
  }

  /** Ids as small numbers, in order of their first occurrence. */
  #numberOf(id: number): number {
    const known = this.#numbers.get(id);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(id, number);
    return number;
  }

  #orderedBlocks(order: Uint32Array): NonNullable<Trace["blocks"]> {
    const starts = new Uint32Array(order.length + 1);
    const ids = new Uint32Array(this.#ids.length);
    let next = 0;
    order.forEach((row, i) => {
      const end = this.#starts[row + 1] as number;
      for (let at = this.#starts[row] as number; at < end; at++)
        ids[next++] = this.#ids[at] as number;
      starts[i + 1] = next;
    });
    return { starts, ids };
  }

  #skippedText(): string {
    const [first] = this.#skipped;
    return first ? `; ${first[1]} ${first[0]} were left out` : "";
  }
}

/** Indices in ascending order of their values; equal ones keep their order. */
function ordered(values: readonly number[]): Uint32Array {
  const order = new Uint32Array(values.length);
  for (let i = 0; i < order.length; i++) order[i] = i;
  const isAscending = values.every((value, i) => i === 0 || value >= (values[i - 1] as number));
  if (isAscending) return order;
  return order.sort((a, b) => (values[a] as number) - (values[b] as number) || a - b);
}

/** The requests from `first` up to `end`, exclusive, and their time. */
export interface TracePart {
  readonly first: number;
  readonly end: number;
  /** s; null without timing. */
  readonly seconds: number | null;
}

/** INVALID_ARGUMENT for a part that holds no requests, or too many. */
export function tracePart(
  trace: Trace,
  { path, from, until }: Pick<RequestTrace, "path" | "from" | "until">,
): TracePart {
  const { at, inputTokens } = trace;
  if (until !== null && until <= from) {
    throw invalid(`'${path}'`, `until is ${until}; it must be after from, ${from}.`);
  }
  const part =
    at === null ? { first: 0, end: inputTokens.length, seconds: null } : timedPart(at, from, until);
  const count = part.end - part.first;
  if (count > MAX_TRACE_REQUESTS) {
    throw invalid(
      `'${path}'`,
      `the part from ${from} s to ${until ?? "its end"}${until === null ? "" : " s"} has ${count} requests, more than ${MAX_TRACE_REQUESTS}; choose a shorter part.`,
    );
  }
  if (count > 0) return part;
  const last = at === null ? 0 : (at.at(-1) as number) / 1000;
  throw invalid(
    `'${path}'`,
    `no request arrived from ${from} s to ${until ?? last} s; its requests are from 0 to ${last} s.`,
  );
}

function timedPart(at: Float64Array, from: number, until: number | null): TracePart {
  const first = firstAt(at, from * 1000);
  const end = until === null ? at.length : firstAt(at, until * 1000);
  const count = end - first;
  if (until !== null) return { first, end, seconds: until - from };
  const spanMs = count === 0 ? 0 : (at[end - 1] as number) - from * 1000;
  // Without an end of its own a part ends a mean gap after its last request.
  const ms = count > 1 && spanMs > 0 ? (spanMs * count) / (count - 1) : spanMs + 1000;
  return { first, end, seconds: ms / 1000 };
}

function firstAt(at: Float64Array, ms: number): number {
  let low = 0;
  let high = at.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((at[middle] as number) < ms) low = middle + 1;
    else high = middle;
  }
  return low;
}
