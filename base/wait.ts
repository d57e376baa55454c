import type { Clock } from "./clock.ts";

/** Resolves after `ms`. Rejects with the signal's reason once that is aborted. */
export async function pause(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const stop = () => reject(signal?.reason as Error);
  using _timer = clock.after(ms, resolve);
  signal?.addEventListener("abort", stop, { once: true });
  try {
    await promise;
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}

/** A signal that is aborted with `reason()` after `ms`, unless it is disposed of before. */
export function timeLimit(clock: Clock, ms: number, reason: () => Error): AbortSignal & Disposable {
  const limit = new AbortController();
  const timer = clock.after(ms, () => limit.abort(reason()));
  return Object.assign(limit.signal, { [Symbol.dispose]: () => timer[Symbol.dispose]() });
}

/**
 * The result of `work`. Rejects with the signal's reason as soon as that is aborted; work that doesn't take the signal may
 * continue, and its result is dropped.
 */
export async function abortable<T>(
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason as Error);
  if (signal.aborted) stop();
  else signal.addEventListener("abort", stop, { once: true });
  try {
    // Listed first, so that the reason wins over the error with which `work` reacts to it.
    return await Promise.race([aborted, work(signal)]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
