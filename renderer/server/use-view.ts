import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo, useState } from "react";
import type { Span } from "../charts/samples.ts";
import type { SeriesView } from "../charts/series-chart.tsx";
import { useMarks } from "../model/use-marks.ts";
import type { ModelsSearch } from "../search.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const ranges: Readonly<Record<string, { readonly ms: number; readonly words: string }>> = {
  "1m": { ms: MINUTE, words: "last minute" },
  "5m": { ms: 5 * MINUTE, words: "last 5 minutes" },
  "15m": { ms: 15 * MINUTE, words: "last 15 minutes" },
  "30m": { ms: 30 * MINUTE, words: "last 30 minutes" },
  "3h": { ms: 3 * HOUR, words: "last 3 hours" },
  "24h": { ms: 24 * HOUR, words: "last 24 hours" },
  "7d": { ms: 7 * 24 * HOUR, words: "last 7 days" },
};
const usual = { ms: 5 * MINUTE, words: "last 5 minutes" };

/** How often the history behind live charts is asked for. */
const stepOf = (ms: number) => Math.min(Math.max(ms / 100, 5000), MINUTE);

/**
 * What the charts of a page look at, from its address: the last minutes or days up to the newest answer, at `latest`, or
 * a fixed span.
 */
export function useView(latest: number | undefined, model: string) {
  const search = useSearch({ strict: false }) as Partial<ModelsSearch>;
  const navigate = useNavigate();
  const marks = useMarks(model);
  const [opened] = useState(Date.now);
  const { from, to, range = "5m" } = search;
  const { ms, words } = ranges[range] ?? usual;
  const now = latest ?? opened;
  const fixed = useMemo(
    () => (from !== undefined && to !== undefined && to > from ? ([from, to] as const) : null),
    [from, to],
  );
  const span: Span = fixed ?? [now - ms, now];
  const end = Math.ceil(now / stepOf(ms)) * stepOf(ms);
  const asked: Span = fixed ?? [end - ms - stepOf(ms), end];
  const look = useCallback(
    (part: Partial<ModelsSearch>) =>
      void navigate({
        to: ".",
        search: (before: object) => ({ ...before, ...part }),
        replace: true,
      } as never),
    [navigate],
  );
  const zoomTo = ([left, right]: Span) =>
    look({ from: Math.round(left), to: Math.round(Math.min(right, now)) });
  const live = () => look({ from: undefined, to: undefined });
  const view: SeriesView = {
    marks,
    zoom: { span, isZoomed: fixed !== null, isShared: true, to: zoomTo, reset: live },
  };
  return {
    view,
    /** What to ask the host for: a little more than what is seen. */
    asked,
    search,
    look,
    range,
    words,
    fixed,
    pause: () => zoomTo(span),
    live,
  };
}
