/** Times of the double's model, ms. */
export interface ChatTimes {
  /** Time before the first token, and per prompt token that is not in the prefix cache. */
  readonly prefillMs: number;
  readonly prefillMsPerToken: number;
  /** From one token to the next. */
  readonly decodeMs: number;
  /** Concurrent requests; others queue. */
  readonly mostRunning: number;
  /** Tokens per block of the prefix cache; 0: none. */
  readonly blockTokens: number;
}

const TIMES: ChatTimes = {
  prefillMs: 20,
  prefillMsPerToken: 0,
  decodeMs: 10,
  mostRunning: 64,
  blockTokens: 16,
};

/** Instants of one request, monotonic ms. */
export interface ChatStamps {
  readonly arrivedAt: number;
  readonly tokensAt: number[];
}

export interface ChatSink {
  /** Tokens of the prompt that were in the prefix cache. */
  cached?(tokens: number): void;
  token(index: number): void;
  ended(): void;
}

interface Waiting {
  readonly begin: () => void;
}

/** A model with the given times: a queue, a prefill, then tokens at intervals. */
export class ChatEngine {
  readonly times: ChatTimes;
  readonly stamps: ChatStamps[] = [];
  readonly counts = {
    requests: 0,
    aborted: 0,
    promptTokens: 0,
    outputTokens: 0,
    looked: 0,
    hits: 0,
  };
  readonly startedAt = Date.now() / 1000;
  /** Answers say how many tokens of their prompts were cached. */
  reportsCached = false;
  readonly #blocks = new Set<string>();
  readonly #queue: Waiting[] = [];
  #running = 0;

  constructor(times: Partial<ChatTimes>) {
    this.times = { ...TIMES, ...times };
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /** `words`: of the prompt, one token each. Emits tokens until aborted. */
  add(
    words: readonly string[],
    promptTokens: number,
    outputTokens: number,
    sink: ChatSink,
  ): { abort(): void } {
    const stamps: ChatStamps = { arrivedAt: performance.now(), tokensAt: [] };
    this.stamps.push(stamps);
    let timer: NodeJS.Timeout | undefined;
    // Timers count from the start of the event loop's turn: on a busy machine they fire early.
    const schedule = (dueAt: number) => {
      timer = setTimeout(
        () => (performance.now() < dueAt ? schedule(dueAt) : token(dueAt)),
        Math.max(0, dueAt - performance.now()),
      );
    };
    let state: "waiting" | "running" | "over" = "waiting";
    const leave = () => {
      if (state === "running") this.#running -= 1;
      state = "over";
      this.#admit();
    };
    const token = (dueAt: number) => {
      const index = stamps.tokensAt.push(performance.now()) - 1;
      this.counts.outputTokens += 1;
      sink.token(index);
      if (state === "over") return;
      if (index + 1 === outputTokens) {
        this.counts.requests += 1;
        leave();
        sink.ended();
        return;
      }
      // Late tokens do not delay those after them.
      schedule(dueAt + this.times.decodeMs);
    };
    const waiting: Waiting = {
      begin: () => {
        state = "running";
        this.#running += 1;
        this.counts.promptTokens += promptTokens;
        const { prefillMs, prefillMsPerToken } = this.times;
        const cached = this.#cached(words);
        sink.cached?.(cached);
        const ms = prefillMs + prefillMsPerToken * (promptTokens - cached);
        schedule(performance.now() + ms);
      },
    };
    this.#queue.push(waiting);
    this.#admit();
    return {
      abort: () => {
        if (state === "over") return;
        clearTimeout(timer);
        const at = this.#queue.indexOf(waiting);
        if (at !== -1) this.#queue.splice(at, 1);
        this.counts.aborted += 1;
        leave();
      },
    };
  }

  #admit(): void {
    while (this.#running < this.times.mostRunning) {
      const next = this.#queue.shift();
      if (!next) return;
      next.begin();
    }
  }

  /** Counts cached complete blocks at the start of the prompt, and then caches all of its blocks. */
  #cached(words: readonly string[]): number {
    const { blockTokens } = this.times;
    if (blockTokens === 0) return 0;
    let cached = 0;
    let isHit = true;
    for (let end = blockTokens; end <= words.length; end += blockTokens) {
      const block = words.slice(0, end).join(" ");
      isHit &&= this.#blocks.has(block);
      if (isHit) cached = end;
      this.#blocks.add(block);
    }
    this.counts.looked += words.length;
    this.counts.hits += cached;
    return cached;
  }
}
