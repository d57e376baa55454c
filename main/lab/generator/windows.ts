import { BUCKETS_PER_DECADE, type RunWindow } from "../../contract/index.ts";
import { PENDING, SUCCESS } from "./outcome.ts";
import type { RequestLog } from "./request-log.ts";
import { supports } from "./supported-percentile.ts";

/** A part of a run that is shown in windows; monotonic ms. */
export interface Stretch {
  readonly log: RequestLog;
  /** When requests were sent; null if the log's rows have it, as in an open loop. */
  readonly sends: RequestLog | null;
  readonly from: number;
  /** Windows begin at whole multiples of their length from here. */
  readonly origin: number;
}

/** The windows of a part, computed once each: those whose requests have all ended are not visited again. */
export class Windows {
  readonly #stretch: Stretch;
  readonly #length: number;
  readonly #first: number;
  readonly #made: RunWindow[] = [];
  #settled = 0;
  #row = 0;
  #send = 0;

  constructor(stretch: Stretch, windowSeconds: number) {
    this.#stretch = stretch;
    this.#length = windowSeconds * 1000;
    this.#first = Math.floor((stretch.from - stretch.origin) / this.#length + 1e-9);
  }

  /** Earlier windows will not change. */
  get settled(): number {
    return this.#settled;
  }

  get all(): readonly RunWindow[] {
    return this.#made;
  }

  /**
   * Updates them to `now`; for a finished part, to its end. A remainder shorter than half a window belongs to the last
   * one: a few ms would count as much as a whole window.
   */
  update(now: number): void {
    this.#made.length = this.#settled;
    let row = this.#row;
    let send = this.#send;
    let settling = true;
    for (
      let index = this.#settled, last = false;
      !last && this.#start(index) < now - 1e-6;
      index++
    ) {
      last = now - this.#end(index) < this.#length / 2 - 1e-6;
      const end = last ? now : this.#end(index);
      const part = new WindowPart(this.#stretch.log, row);
      // What was scheduled or ended a moment before the very end belongs to the last window.
      row = part.readUntil(last ? Number.POSITIVE_INFINITY : end);
      const { sends } = this.#stretch;
      const sendsBefore = send;
      if (sends) while (send < sends.rows && (last || sends.at(send) < end)) send += 1;
      const from = this.#start(index);
      const sent = sends ? send - sendsBefore : part.rows;
      this.#made.push(part.window(seconds(from - this.#stretch.origin), seconds(end - from), sent));
      settling &&= !last && part.pending === 0;
      if (!settling) continue;
      this.#settled = index + 1;
      this.#row = row;
      this.#send = send;
    }
  }

  #start(index: number): number {
    const { from, origin } = this.#stretch;
    return Math.max(from, origin + (this.#first + index) * this.#length);
  }

  #end(index: number): number {
    return this.#stretch.origin + (this.#first + index + 1) * this.#length;
  }
}

/** To the ns. */
const seconds = (ms: number) => Math.round(ms * 1e6) / 1e9;

/** Reused by one window after the other: snapshots are taken between two sends. */
let responses = new Float32Array(4096);
let first = new Float32Array(0);
const cells = new Uint32Array(128);

/** The rows of one window. */
class WindowPart {
  readonly #log: RequestLog;
  readonly #from: number;
  #successes = 0;
  #failures = 0;
  #to: number;
  pending = 0;

  constructor(log: RequestLog, from: number) {
    this.#log = log;
    this.#from = from;
    this.#to = from;
    cells.fill(0);
  }

  get rows(): number {
    return this.#to - this.#from;
  }

  /** Returns the first row that is not part of it. */
  readUntil(end: number): number {
    const log = this.#log;
    let row = this.#from;
    for (; row < log.rows && log.at(row) < end; row++) {
      const outcome = log.outcome(row);
      if (outcome === PENDING) this.pending += 1;
      else if (outcome === SUCCESS) {
        if (log.streamed) this.#first(log.first(row));
        this.#success(log.response(row));
      } else this.#failures += 1;
    }
    this.#to = row;
    return row;
  }

  window(from: number, seconds: number, sent: number): RunWindow {
    const count = this.#successes;
    const sorted = responses.subarray(0, count).sort();
    const firsts = this.#log.streamed ? first.subarray(0, count).sort() : null;
    const percentile = (of: number, times: Float32Array = sorted) =>
      supports(count, of) ? (times[Math.ceil((of / 100) * count) - 1] as number) / 1000 : null;
    return {
      from,
      seconds,
      sent,
      successes: count,
      failures: this.#failures,
      p50: percentile(50),
      p99: percentile(99),
      max: count > 0 ? (sorted[count - 1] as number) / 1000 : null,
      cells: [...cells.entries()].filter(([, times]) => times > 0),
      ...(firsts && {
        firstTokenP50: percentile(50, firsts),
        firstTokenP99: percentile(99, firsts),
      }),
    };
  }

  /** Called before the success itself. */
  #first(micros: number): void {
    if (this.#successes >= first.length) {
      const wider = new Float32Array(Math.max(4096, first.length * 2));
      wider.set(first);
      first = wider;
    }
    first[this.#successes] = micros;
  }

  #success(micros: number): void {
    if (this.#successes === responses.length) {
      const wider = new Float32Array(responses.length * 2);
      wider.set(responses);
      responses = wider;
    }
    responses[this.#successes++] = micros;
    const bucket = micros < 1 ? 0 : Math.floor(Math.log10(micros) * BUCKETS_PER_DECADE);
    cells[bucket] = (cells[bucket] as number) + 1;
  }
}
