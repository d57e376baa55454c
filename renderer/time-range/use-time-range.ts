import { useEffect, useMemo, useRef, useState } from "react";
import { Crosshair } from "../charts/crosshair.ts";
import { scaledSpan, type Span } from "../charts/samples.ts";
import type { SeriesView } from "../charts/series-chart.tsx";
import { useCommands } from "../host/commands/command-context.tsx";
import { useMarks } from "./use-marks.ts";
import { type Range, ranges, type useViewport } from "./viewport.ts";

interface TimeRangeOptions {
  readonly viewport: ReturnType<typeof useViewport>;
  /** End of the newest data, ms since the epoch; undefined without data. */
  readonly newest: number | undefined;
  /** The model whose marks are shown; "": only those of the whole server. */
  readonly model: string;
  /** Ranges to choose from. */
  readonly offered: readonly Range[];
}

export interface TimeRange {
  readonly range: Range;
  /** The range in words: "last 5 minutes". */
  readonly words: string;
  /** A fixed span; null: live. */
  readonly fixed: Span | null;
  /** The visible span, ms since the epoch. */
  readonly span: Span;
  /** Shared by the charts: the same object while nothing changes. */
  readonly view: SeriesView & { readonly crosshair: Crosshair };
  readonly zoomTo: (span: Span) => void;
  readonly pick: (range: Range) => void;
  readonly pause: () => void;
  readonly live: () => void;
}

/** The time range of a page's charts, with their shared marks, zoom and crosshair. */
export function useTimeRange({ viewport, newest, model, offered }: TimeRangeOptions): TimeRange {
  const { range, fixed, look } = viewport;
  const [opened] = useState(Date.now);
  const [crosshair] = useState(() => new Crosshair());
  const marks = useMarks(model);
  const { ms, words } = ranges[range];
  const end = newest ?? opened;
  const longest = Math.max(...offered.map((each) => ranges[each].ms));
  const span = useMemo<Span>(() => fixed ?? [end - ms, end], [fixed, end, ms]);
  // A fixed span stays the same object when new data arrives.
  const latest = useRef(end);
  useEffect(() => void (latest.current = end), [end]);
  const { zoomTo, pause, live, by } = useMemo(() => {
    const zoomTo = ([from, to]: Span) =>
      look({
        from: Math.round(from),
        to: Math.round(Math.min(to, Math.max(latest.current, span[1]))),
      });
    return {
      zoomTo,
      pause: () => zoomTo(span),
      live: () => look({ from: undefined, to: undefined }),
      by: (factor: number, still: number) =>
        zoomTo(scaledSpan(span, factor, still, { newest: latest.current, longest })),
    };
  }, [span, longest, look]);
  const isFixed = fixed !== null;
  useCommands(
    useMemo(
      () => [
        {
          id: "metrics.pause",
          title: isFixed ? "Go back to live charts" : "Pause the charts",
          group: "Charts",
          keys: "p",
          run: isFixed ? live : pause,
        },
      ],
      [isFixed, live, pause],
    ),
  );
  const view = useMemo(() => {
    const zoom = { span, isZoomed: isFixed, isShared: true, to: zoomTo, reset: live, by };
    return { marks, crosshair, zoom };
  }, [marks, crosshair, span, isFixed, zoomTo, live, by]);
  const pick = (next: Range) => look({ range: next, from: undefined, to: undefined });
  return { range, words, fixed, span, view, zoomTo, pick, pause, live };
}
