import { StatusError } from "../../base/status-error.ts";

interface PageLimits {
  /** As it is shown. */
  readonly url: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * The pages of a listing, each within a time. Not every SDK's requests take a signal or end by themselves: one that is given
 * up here may run on, and its result is dropped.
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
      // Dropped where it comes too late.
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
