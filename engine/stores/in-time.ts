import { StatusError } from "../../base/status-error.ts";

interface TimeLimit {
  /** As it is shown. */
  readonly url: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** `work` within a time; not every SDK's requests take a signal, so that what is late may run on and is dropped. */
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
        : new StatusError("CANCELLED", `What was asked of '${url}' was stopped.`),
    );
  if (either.aborted) stop();
  else either.addEventListener("abort", stop, { once: true });
  try {
    // The refusal comes first, so that it names the time and not the abort.
    return await Promise.race([ended, work(either)]);
  } finally {
    either.removeEventListener("abort", stop);
  }
}
