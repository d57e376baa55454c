import { type RefObject, useEffect, useState } from "react";

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
 * the chart's element is out of sight, so that a page of charts never draws them all at once. The first that is not blank
 * is taken over also out of sight. Not as a transition: those of several frames would be drawn together again.
 */
export function useInTurn<T>(
  value: T,
  element: RefObject<Element | null>,
  isBlank: (value: T) => boolean,
): T {
  const [shown, setShown] = useState(value);
  const visible = useVisible(element);
  const due = visible || (isBlank(shown) && !isBlank(value));
  useEffect(() => {
    if (!due) return;
    return drawInTurn(() => setShown(() => value));
  }, [value, due]);
  return shown;
}

/** Whether any part of an element is in sight. */
function useVisible(ref: RefObject<Element | null>): boolean {
  const [visible, setVisible] = useState(true);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new IntersectionObserver(([entry]) =>
      setVisible(entry?.isIntersecting ?? true),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return visible;
}
