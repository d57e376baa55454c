import { StatusError } from "../../base/status-error.ts";

interface TimeLimit {
  /** As shown to people. */
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
  const timeout = AbortSignal.timeout(timeoutMs);
  const either = AbortSignal.any([signal, timeout]);
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const stop = () =>
    reject(
      timeout.aborted
        ? new StatusError("UNAVAILABLE", `'${url}' did not answer within ${timeoutMs / 1000} s.`)
        : new StatusError("CANCELLED", `The request to '${url}' was stopped.`),
    );
  if (either.aborted) stop();
  else either.addEventListener("abort", stop, { once: true });
  try {
    // Reject first, so that the error names the timeout and not the abort.
    return await Promise.race([ended, work(either)]);
  } finally {
    either.removeEventListener("abort", stop);
  }
}
