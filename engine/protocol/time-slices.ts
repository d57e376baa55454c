import type { CancelSignal } from "../../base/cancellation.ts";
import { StatusError } from "../../base/status-error.ts";
import type { Steps } from "../../base/steps.ts";

/** Requests up to this size start at once and aren't counted. */
const MAX_UNCOUNTED_BYTES = 1024 * 1024;

/** Larger requests processed at a time; further ones wait. */
const MAX_LARGE_AT_WORK = 2;

/** Bytes of larger requests that are processed or waiting. */
const MAX_LARGE_BYTES = 128 * 1024 * 1024;

/** Length of a time slice on the event loop, ms. */
const SLICE_MS = 2;

interface Work {
  readonly bytes: number;
  readonly steps: Steps<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly signal: CancelSignal | undefined;
}

/**
 * Processes large requests in time slices, taking turns, so that small requests are answered in
 * between (BOUND-1).
 */
export class TimeSlices {
  readonly #now: () => number;
  readonly #atWork: Work[] = [];
  readonly #waiting: Work[] = [];
  #largeBytes = 0;
  #largeAtWork = 0;
  #scheduled = false;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Resolves with the result of `steps`, which parse a request of `bytes` bytes. Rejects with
   * UNAVAILABLE if too many large requests are waiting, with CANCELLED when `signal` aborts.
   */
  run<Result>(bytes: number, steps: Steps<Result>, signal?: CancelSignal): Promise<Result> {
    const isLarge = bytes > MAX_UNCOUNTED_BYTES;
    if (isLarge && this.#largeBytes > 0 && this.#largeBytes + bytes > MAX_LARGE_BYTES) {
      return Promise.reject(tooBusy(bytes, this.#largeBytes));
    }
    return new Promise<Result>((resolve, reject) => {
      const work = { bytes, steps, resolve: resolve as Work["resolve"], reject, signal };
      if (isLarge) this.#largeBytes += bytes;
      if (isLarge && this.#largeAtWork === MAX_LARGE_AT_WORK) this.#waiting.push(work);
      else this.#begin(work);
    });
  }

  #begin(work: Work): void {
    if (work.bytes > MAX_UNCOUNTED_BYTES) this.#largeAtWork += 1;
    this.#atWork.push(work);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#scheduled || this.#atWork.length === 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#slice();
      this.#schedule();
    });
  }

  #slice(): void {
    const end = this.#now() + SLICE_MS;
    for (let work = this.#atWork.shift(); work !== undefined; work = this.#atWork.shift()) {
      if (this.#step(work)) this.#end(work);
      else this.#atWork.push(work);
      if (this.#now() >= end) return;
    }
  }

  /** True when the work is finished. */
  #step({ steps, resolve, reject, signal }: Work): boolean {
    try {
      if (signal?.aborted) throw new StatusError("CANCELLED", "the client has gone");
      const next = steps.next();
      if (next.done) resolve(next.value);
      return next.done === true;
    } catch (error) {
      reject(error);
      return true;
    }
  }

  #end({ bytes }: Work): void {
    if (bytes <= MAX_UNCOUNTED_BYTES) return;
    this.#largeBytes -= bytes;
    this.#largeAtWork -= 1;
    const next = this.#waiting.shift();
    if (next !== undefined) this.#begin(next);
  }
}

/** One per process: it has one event loop. */
export const timeSlices = new TimeSlices();

function tooBusy(bytes: number, used: number): StatusError {
  return new StatusError(
    "UNAVAILABLE",
    `the server is reading ${used} bytes of large requests and can't begin with another ${bytes}. Try again, or send tensors as binary data`,
  );
}
