/** Signals within this time after the first one belong to it, ms. */
const SAME_REQUEST_MS = 1000;

/**
 * Calls `end` at the first of `signals`, and `again` at one that comes a second or more later. A
 * single stop often sends several signals: a service manager signals the whole process group, and
 * npm forwards its own. The returned function stops listening.
 */
export function onEndSignals(
  signals: readonly NodeJS.Signals[],
  end: () => void,
  again: () => void,
): () => void {
  let first: number | undefined;
  const onSignal = () => {
    const now = performance.now();
    if (first === undefined) {
      first = now;
      end();
    } else if (now - first >= SAME_REQUEST_MS) again();
  };
  for (const signal of signals) process.on(signal, onSignal);
  return () => {
    for (const signal of signals) process.off(signal, onSignal);
  };
}
