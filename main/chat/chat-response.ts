import type { IncomingHttpHeaders } from "node:http";
import type {
  ChatChoice,
  ChatRequest,
  ChatUsage,
  PoolingResult,
  TrialStatus,
} from "../contract/index.ts";
import type { ResponseReader } from "../wire/exchange/index.ts";
import { isPoolingRequest } from "../contract/index.ts";
import { ServerSentEvents } from "../wire/index.ts";
import { Choices } from "./choices.ts";
import { readPooling } from "./pooling.ts";
import { readResponse, ResponseEvents, type ResponsePart } from "./responses.ts";
import { parseError, parsed, type Piece, piece, readErrorText } from "./wire.ts";

/** Instants of pieces that are kept. */
const MAX_PIECES = 5000;

/** Times of this very request that its response reports, ms. */
export type ReportedTimes = NonNullable<Piece["metrics"]>;

/** One response, streamed or whole, as its bytes arrive. */
export class ChatResponse implements ResponseReader {
  readonly #now: () => number;
  readonly #changed: () => void;
  readonly #request: ChatRequest;
  readonly #choices = new Choices();
  readonly #events = new ServerSentEvents((data) => this.#event(data));
  readonly #responses = new ResponseEvents();
  readonly #whole: Buffer[] = [];
  #status = 0;
  #failure: TrialStatus | null = null;
  #isDone = false;
  /** ms since the request began, of the bytes that are being read. */
  #at = 0;
  readonly piecesMs: number[] = [];
  pieces = 0;
  bytes = 0;
  streamed: boolean | null = null;
  model = "";
  usage: ChatUsage | null = null;
  pooled: PoolingResult | null = null;
  times: ReportedTimes | null = null;

  /** `now`: ms since the request began. */
  constructor(request: ChatRequest, now: () => number, changed: () => void) {
    this.#request = request;
    this.#now = now;
    this.#changed = changed;
  }

  get choices(): ChatChoice[] {
    return this.#choices.list;
  }

  get cut(): boolean {
    return this.#choices.cut;
  }

  begin(status: number, headers: IncomingHttpHeaders): void {
    this.#status = status;
    this.streamed = status === 200 && (headers["content-type"] ?? "").includes("event-stream");
  }

  push(bytes: Buffer): void {
    this.#at = this.#now();
    this.bytes += bytes.length;
    if (!this.streamed) {
      this.#whole.push(bytes);
      return;
    }
    this.#events.push(bytes);
    this.#changed();
  }

  end(): TrialStatus {
    const code = `HTTP ${this.#status}`;
    if (!this.streamed) return this.#wholeResponse(code);
    if (this.#failure) return this.#failure;
    if (!this.#isDone) {
      const end = this.#responses.isUsed ? "response.completed" : "[DONE]";
      return this.#brokenOff(`without ${end}, as the stream of a whole response ends`);
    }
    return { ok: true, code, message: "" };
  }

  broken(cause: string): TrialStatus | null {
    if (!this.streamed) return null;
    return this.#failure ?? this.#brokenOff(`as the connection did: ${cause}`);
  }

  #brokenOff(how: string): TrialStatus {
    const came = this.pieces === 0 ? "before its first token" : "after its first token";
    return { ok: false, code: "DATA_LOSS", message: `The stream ended ${came}, ${how}.` };
  }

  #wholeResponse(code: string): TrialStatus {
    const body = Buffer.concat(this.#whole).toString("utf8");
    if (this.#status !== 200) return { ok: false, code, message: readErrorText(body) };
    const value = parsed(body);
    if (isPoolingRequest(this.#request)) return this.#pooling(value, code);
    const whole = readResponse(value);
    if (whole) {
      this.#takePart(whole);
      return this.#failure ?? { ok: true, code, message: "" };
    }
    const { data } = piece.safeParse(value);
    if (!data) {
      const message = `The response is no JSON object: ${body.trim().slice(0, 200) || "it is empty"}`;
      return { ok: false, code: "DATA_LOSS", message };
    }
    this.#take(data);
    return this.#failure ?? { ok: true, code, message: "" };
  }

  #pooling(value: unknown, code: string): TrialStatus {
    const read = readPooling(value, this.#request);
    if ("wrong" in read) return { ok: false, code: "DATA_LOSS", message: read.wrong };
    this.pooled = read.pooled;
    this.model = read.model;
    this.usage = read.usage;
    return { ok: true, code, message: "" };
  }

  #event(data: string): void {
    if (data === "[DONE]") {
      this.#isDone ||= !this.#responses.isUsed;
      return;
    }
    const value = parsed(data);
    const part = this.#responses.read(value);
    if (part) {
      this.#takePart(part);
      this.#isDone ||= part.isLast;
      return;
    }
    const { data: read } = piece.safeParse(value);
    if (read) this.#take(read);
    else
      this.#failure ??= {
        ok: false,
        code: "DATA_LOSS",
        message: `An event of the stream is no JSON object: ${data.slice(0, 200)}`,
      };
  }

  #takePart({ piece: read, failure }: Omit<ResponsePart, "isLast">): void {
    this.#failure ??= failure;
    this.#take(read);
  }

  #take(read: Piece): void {
    if (read.error !== undefined && read.error !== null) {
      const { name, words } = parseError(read.error);
      this.#failure ??= { ok: false, code: name || "error", message: words };
    }
    if (this.#choices.add(read) && this.streamed) {
      this.pieces += 1;
      if (this.piecesMs.length < MAX_PIECES) this.piecesMs.push(this.#at);
    }
    this.model = read.model ?? this.model;
    this.usage = readUsage(read) ?? this.usage;
    this.times = read.metrics ?? readTimes(read) ?? this.times;
  }
}

/** As llama.cpp reports them: nothing of its queue. */
function readTimes({ timings }: Piece): ReportedTimes | null {
  if (!timings) return null;
  const { prompt_ms, predicted_ms } = timings;
  return { time_to_first_token_ms: prompt_ms, generation_time_ms: predicted_ms };
}

function readUsage({ usage }: Piece): ChatUsage | null {
  if (!usage) return null;
  return {
    promptTokens: usage.prompt_tokens ?? null,
    completionTokens: usage.completion_tokens ?? null,
    cachedTokens: usage.prompt_tokens_details?.cached_tokens ?? null,
    reasoningTokens: usage.completion_tokens_details?.reasoning_tokens ?? null,
  };
}
