import { useEffect, useState } from "react";

const waiting = new Set<() => void>();
let running = false;

function drawNext(): void {
  const [next] = waiting;
  if (!next) {
    running = false;
    return;
  }
  waiting.delete(next);
  next();
  requestAnimationFrame(drawNext);
}

/** Runs `draw` in a coming frame, at most one of all charts per frame. Returns how to call it off. */
function drawInTurn(draw: () => void): () => void {
  waiting.add(draw);
  if (!running) {
    running = true;
    requestAnimationFrame(drawNext);
  }
  return () => waiting.delete(draw);
}

/**
 * The value as a chart should draw it: a new one is taken over when it is this chart's turn, and not while
 * the chart is out of sight, so that a page of charts never draws them all at once. Not as a transition: those
 * of several frames would be drawn together again.
 */
export function useInTurn<T>(value: T, visible: boolean): T {
  const [shown, setShown] = useState(value);
  useEffect(() => {
    if (!visible) return;
    return drawInTurn(() => setShown(() => value));
  }, [value, visible]);
  return shown;
}
