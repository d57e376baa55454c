import { useState } from "react";
import type { Span } from "./samples.ts";

export interface Zoom {
  /** What is shown, in values of the x axis. */
  readonly span: Span;
  /** Whether that is less than all. */
  readonly isZoomed: boolean;
  readonly to: (span: Span) => void;
  readonly reset: () => void;
  /** For all charts of a page over the time of day: the page has the control that resets the zoom. */
  readonly isShared?: boolean;
  /** Zooms by `factor` around a value. If left out, the surface zooms within the axis. */
  readonly by?: (factor: number, still: number) => void;
}

/** The visible part of an x axis: all of it until zoomed. */
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
