import { SUCCESS } from "./outcome.ts";

const CHUNK_BITS = 16;
const CHUNK_ROWS = 1 << CHUNK_BITS;
const IN_CHUNK = CHUNK_ROWS - 1;

class Chunk {
  readonly at = new Float64Array(CHUNK_ROWS);
  readonly response = new Float32Array(CHUNK_ROWS);
  readonly service = new Float32Array(CHUNK_ROWS);
  /** Allocated for streamed responses only. */
  first: Float32Array | null = null;
  readonly outcome = new Uint8Array(CHUNK_ROWS);
}

/** Chunks of finished runs, reused by the next. */
const spare: Chunk[] = [];
const MAX_SPARE_CHUNKS = 32;

/**
 * One row per request, 17 bytes: when it was scheduled (open loop) or ended (closed loop), how long it took, and how it
 * ended. Rows ascend in time.
 */
export class RequestLog {
  /** Rows also hold the time to first token: 4 bytes more. */
  readonly streamed: boolean;
  readonly #chunks: Chunk[] = [];
  #rows = 0;

  constructor(streamed = false) {
    this.streamed = streamed;
  }

  get rows(): number {
    return this.#rows;
  }

  /** Starts a row, PENDING until it is ended. `at` is monotonic ms. Returns its number. */
  add(at: number): number {
    const row = this.#rows++;
    let chunk = this.#chunks[row >> CHUNK_BITS];
    if (chunk === undefined) {
      chunk = spare.pop() ?? new Chunk();
      if (this.streamed) chunk.first ??= new Float32Array(CHUNK_ROWS);
      this.#chunks.push(chunk);
    }
    chunk.at[row & IN_CHUNK] = at;
    chunk.outcome[row & IN_CHUNK] = 0;
    return row;
  }

  /** Times are µs from the scheduled instant and from sending. */
  end(row: number, outcome: number, response: number, service: number): void {
    const chunk = this.#chunks[row >> CHUNK_BITS] as Chunk;
    chunk.outcome[row & IN_CHUNK] = outcome;
    chunk.response[row & IN_CHUNK] = response;
    chunk.service[row & IN_CHUNK] = service;
    if (this.streamed) (chunk.first as Float32Array)[row & IN_CHUNK] = 0;
  }

  /** {@link end} for a streamed response; `first` is the time to its first token. */
  endStream(row: number, response: number, service: number, first: number): void {
    this.end(row, SUCCESS, response, service);
    const chunk = this.#chunks[row >> CHUNK_BITS] as Chunk;
    (chunk.first as Float32Array)[row & IN_CHUNK] = first;
  }

  at(row: number): number {
    return this.#chunks[row >> CHUNK_BITS]?.at[row & IN_CHUNK] as number;
  }

  /** The first row that is not before `at`. */
  firstAt(at: number): number {
    let low = 0;
    let high = this.#rows;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.at(middle) < at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  outcome(row: number): number {
    return this.#chunks[row >> CHUNK_BITS]?.outcome[row & IN_CHUNK] as number;
  }

  /** µs, rounded to 24 significant bits. */
  response(row: number): number {
    return this.#chunks[row >> CHUNK_BITS]?.response[row & IN_CHUNK] as number;
  }

  /** To the first token, from the scheduled instant; only for streamed responses. */
  first(row: number): number {
    return this.#chunks[row >> CHUNK_BITS]?.first?.[row & IN_CHUNK] as number;
  }

  service(row: number): number {
    return this.#chunks[row >> CHUNK_BITS]?.service[row & IN_CHUNK] as number;
  }

  /** It must not be used afterwards. */
  free(): void {
    for (const chunk of this.#chunks) if (spare.length < MAX_SPARE_CHUNKS) spare.push(chunk);
    this.#chunks.length = 0;
    this.#rows = 0;
  }
}
