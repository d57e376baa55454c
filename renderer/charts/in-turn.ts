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

/** Runs `draw` in one of the next frames, at most one chart per frame. Returns a function that cancels it. */
function drawInTurn(draw: () => void): () => void {
  waiting.add(draw);
  if (!running) {
    running = true;
    requestAnimationFrame(drawNext);
  }
  return () => waiting.delete(draw);
}

/**
 * The value that a chart should draw: a new one is used when it is this chart's turn, and not while the chart is
 * off-screen, so a page never draws all its charts at once. The first value that is not blank is used off-screen, too.
 * Not as a transition: those of several frames would be drawn together again.
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

/** Whether any part of an element is visible. */
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
