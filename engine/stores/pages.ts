import { StatusError } from "../../base/status-error.ts";

interface PageLimits {
  /** As shown to people. */
  readonly url: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * The pages of a listing, each with a timeout. Not every SDK request takes a signal or ends by
 * itself: an abandoned one may continue, and its result is dropped.
 */
export async function* pagesInTime<T>(
  pages: AsyncIterable<T>,
  { url, timeoutMs, signal }: PageLimits,
): AsyncGenerator<T> {
  const iterator = pages[Symbol.asyncIterator]();
  for (;;) {
    const { promise: ended, reject } = Promise.withResolvers<never>();
    const stop = () => reject(new StatusError("CANCELLED", `The listing of '${url}' was stopped.`));
    const timer = setTimeout(
      () =>
        reject(
          new StatusError("UNAVAILABLE", `'${url}' did not answer within ${timeoutMs / 1000} s.`),
        ),
      timeoutMs,
    );
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    try {
      const next = iterator.next();
      // Dropped if it arrives too late.
      next.catch(() => {});
      const page = await Promise.race([ended, next]);
      if (page.done) return;
      yield page.value;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
    }
  }
}
