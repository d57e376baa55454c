import { systemClock } from "../../base/clock.ts";
import { StatusError } from "../../base/status-error.ts";
import { abortable, timeLimit } from "../../base/wait.ts";

interface TimeLimit {
  /** Shown in errors. */
  readonly url: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Runs `work` with a timeout. Not every SDK request takes a signal: late work may continue, and its
 * result is dropped.
 */
export async function inTime<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { url, timeoutMs, signal }: TimeLimit,
): Promise<T> {
  using limit = timeLimit(
    systemClock,
    timeoutMs,
    () => new StatusError("UNAVAILABLE", `'${url}' did not answer within ${timeoutMs / 1000} s.`),
  );
  try {
    return await abortable(AbortSignal.any([signal, limit]), work);
  } catch (error) {
    if (!signal.aborted || limit.aborted) throw error;
    throw new StatusError("CANCELLED", `The request to '${url}' was cancelled.`);
  }
}

/** The pages of a listing, each within the time limit. */
export async function* pagesInTime<T>(
  pages: AsyncIterable<T>,
  limit: TimeLimit,
): AsyncGenerator<T> {
  const iterator = pages[Symbol.asyncIterator]();
  for (;;) {
    const page = await inTime(() => iterator.next(), limit);
    if (page.done) return;
    yield page.value;
  }
}
