const REASONS = { SIGINT: "Interrupted from the keyboard.", SIGTERM: "Ended by SIGTERM." };

/**
 * Runs `work` with a signal that Ctrl-C and SIGTERM abort; `interrupted` is a sentence with the
 * cause, or null.
 */
export async function untilInterrupted<T>(
  work: (signal: AbortSignal) => Promise<T>,
): Promise<{ readonly result: T; readonly interrupted: string | null }> {
  const stop = new AbortController();
  const onSignal = (signal: NodeJS.Signals) => stop.abort(REASONS[signal as keyof typeof REASONS]);
  for (const signal of Object.keys(REASONS)) process.on(signal, onSignal);
  try {
    const result = await work(stop.signal);
    return { result, interrupted: stop.signal.aborted ? String(stop.signal.reason) : null };
  } finally {
    for (const signal of Object.keys(REASONS)) process.off(signal, onSignal);
  }
}
