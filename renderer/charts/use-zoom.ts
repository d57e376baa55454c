import { useState } from "react";
import type { Span } from "./samples.ts";

export interface Zoom {
  /** What is shown, in values of the x axis. */
  readonly span: Span;
  /** Whether that is less than all. */
  readonly isZoomed: boolean;
  readonly to: (span: Span) => void;
  readonly reset: () => void;
  /** Of all charts of a page over the time of day: the page has the way back to all. */
  readonly isShared?: boolean;
  /** Shows `factor` times as much, a value staying in place; left out: within the axis's shares. */
  readonly by?: (factor: number, still: number) => void;
}

/** The part of an x axis that is shown: all of it until it is zoomed. */
export function useZoom(all: Span): Zoom {
  const [part, setPart] = useState<Span | null>(null);
  return {
    span: part ?? all,
    isZoomed: part !== null,
    to: ([from, to]) => {
      const slack = (all[1] - all[0]) * 1e-6;
      const span: Span = [Math.max(from, all[0]), Math.min(to, all[1])];
      const isAll = span[0] <= all[0] + slack && span[1] >= all[1] - slack;
      if (isAll) setPart(null);
      else if (span[1] - span[0] > slack) setPart(span);
    },
    reset: () => setPart(null),
  };
}
