import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import type { Span } from "../charts/samples.ts";
import type { LONG_RANGES, RANGES } from "../search.ts";

export type Range = (typeof RANGES | typeof LONG_RANGES)[number];

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export const ranges: Readonly<Record<Range, { readonly ms: number; readonly words: string }>> = {
  "1m": { ms: MINUTE, words: "last minute" },
  "5m": { ms: 5 * MINUTE, words: "last 5 minutes" },
  "15m": { ms: 15 * MINUTE, words: "last 15 minutes" },
  "30m": { ms: 30 * MINUTE, words: "last 30 minutes" },
  "3h": { ms: 3 * HOUR, words: "last 3 hours" },
  "24h": { ms: 24 * HOUR, words: "last 24 hours" },
  "7d": { ms: 7 * 24 * HOUR, words: "last 7 days" },
};

/** The time range of a page's charts: the last `range` up to now, or a fixed span. */
export interface Viewport {
  readonly range: Range;
  readonly fixed: Span | null;
}

interface Search {
  readonly range?: Range;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** The viewport in the page's address, and a function that changes it. A span that ends before it starts is ignored. */
export function useViewport(): Viewport & { readonly look: (change: Search) => void } {
  const { range = "5m", from, to }: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const look = useCallback(
    (change: Search) =>
      void navigate({
        to: ".",
        search: (before: object) => ({ ...before, ...change }),
        replace: true,
      } as never),
    [navigate],
  );
  return useMemo(() => {
    const isSpan = from !== undefined && to !== undefined && to > from;
    return { range, fixed: isSpan ? [from, to] : null, look };
  }, [range, from, to, look]);
}
