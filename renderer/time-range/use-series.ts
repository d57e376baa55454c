import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { SeriesInterval, SeriesKey } from "../../main/contract/index.ts";
import type { OriginSpan, SeriesPoint } from "../charts/series-data.ts";
import { joinIntervals, liveSince, originSpans, seriesPoints } from "../charts/samples.ts";
import { useSame } from "../charts/use-same.ts";
import { useHost } from "../host/context.tsx";
import { useConnectionLoss } from "../host/topics.ts";
import { ranges, type Viewport } from "./viewport.ts";

const MAX_POINTS = 300;
/** Live intervals aren't merged, so the history is requested again before they become many. */
const REFRESH_MS = 40_000;
/** Points of longer ranges are longer than live intervals: only the history is requested, repeatedly. */
const LONGEST_LIVE_MS = 30 * 60_000;
const LONG_REFRESH_MS = 60_000;
/** Each new end of a live span is a new request, so responses aren't cached for long. */
const KEPT_MS = 20_000;
const KEPT_LIVE = 600;
/** Clocks that differ by more than this are treated as different, ms. */
const CLOCK_MS = 5000;

const none: readonly SeriesInterval[] = [];
const NOTHING = { value: null, least: null, most: null };

function appendLive(known: readonly SeriesInterval[], fresh: readonly SeriesInterval[]) {
  const last = known.at(-1)?.t ?? Number.NEGATIVE_INFINITY;
  return [...known, ...fresh.filter((each) => each.t > last)].slice(-KEPT_LIVE);
}

const LIVE = { name: "newest intervals", initial: none, reduce: appendLive };

export interface SeriesAnswer {
  /** The points of each key, in the order of the keys, with the same instants; the same array while nothing changes. */
  readonly series: readonly (readonly SeriesPoint[])[];
  /** End of the newest interval; without any, when the page was opened or requested them again. ms since the epoch. */
  readonly newest: number;
  /** Parts that were recorded elsewhere; the same array while nothing changes. */
  readonly origins: readonly OriginSpan[];
  /** Number of intervals after a fixed span. */
  readonly newer: number;
  /** Until the history has arrived. */
  readonly loading: boolean;
  readonly error: Error | null;
}

/**
 * The series of each key in a viewport: the history from the host and, while live, each new interval; the last response is
 * kept until the next. `answered`: time of the server's last response by the host's clock, if known.
 */
export function useSeries(
  serverId: string,
  keys: readonly SeriesKey[],
  viewport: Viewport,
  answered: number | undefined,
): SeriesAnswer {
  const { client, live } = useHost();
  const { range, fixed } = viewport;
  const { ms } = ranges[range];
  const wanted = useMemo(() => ({ serverId, keys: [...keys] }), [serverId, keys]);
  const store = live.folded("observed.intervals", wanted, LIVE);
  const fresh = useSyncExternalStore(store.subscribe, store.snapshot);
  const opened = useOpenedAt(
    useMemo(() => JSON.stringify(wanted), [wanted]),
    answered,
  );
  const passed = Math.max(0, (fresh.at(-1)?.t ?? opened) - opened);
  const isLong = ms > LONGEST_LIVE_MS;
  const refresh = isLong ? LONG_REFRESH_MS : REFRESH_MS;
  const requested = opened + Math.floor(passed / refresh) * refresh;
  // The page may have been opened with a frame of some time ago: the history then has what came in between.
  const anchor = Math.max(requested, liveSince(fresh) ?? requested);

  const [from, to] = fixed ?? [anchor - ms, anchor];
  const params = { ...wanted, from: Math.floor(from), to: Math.ceil(to), maxPoints: MAX_POINTS };
  const history = useQuery({
    queryKey: ["observed.series", params],
    queryFn: async ({ signal }) => ({
      of: wanted,
      intervals: await client.request("observed.series", params, { signal }),
    }),
    placeholderData: keepPreviousData,
    gcTime: KEPT_MS,
  });

  const { data } = history;
  const joined = useMemo(() => {
    const past = data ? inOrder(data.intervals, data.of, wanted) : none;
    return fixed || isLong ? past : joinIntervals(past, fresh);
  }, [data, wanted, fixed, isLong, fresh]);
  const series = useMemo(() => keys.map((_, index) => seriesPoints(joined, index)), [keys, joined]);
  const origins = useSame(useMemo(() => originSpans(joined), [joined]));
  const newest = joined.at(-1)?.t ?? anchor;
  const newer = fixed ? fresh.filter(({ t }) => t > fixed[1]).length : 0;
  return { series, origins, newest, newer, loading: history.isPending, error: history.error };
}

interface Wanted {
  readonly serverId: string;
  readonly keys: readonly SeriesKey[];
}

/** Converts intervals of other keys to the requested keys. */
function inOrder(
  intervals: readonly SeriesInterval[],
  of: Wanted,
  wanted: Wanted,
): readonly SeriesInterval[] {
  if (of === wanted) return intervals;
  if (of.serverId !== wanted.serverId) return none;
  const known = of.keys.map((key) => JSON.stringify(key));
  const places = wanted.keys.map((key) => known.indexOf(JSON.stringify(key)));
  return intervals.map((each) => ({
    ...each,
    values: places.map((place) => each.values[place] ?? NOTHING),
  }));
}

/** When the page was opened, its keys changed or the host reconnected: from then on intervals arrive live. */
function useOpenedAt(wanted: string, answered: number | undefined): number {
  const { reconnects } = useConnectionLoss();
  const isKnown = answered !== undefined;
  const [at, setAt] = useState(() => answered ?? Date.now());
  const seen = useRef({ wanted, reconnects, isKnown });
  useEffect(() => {
    const before = seen.current;
    const isOther = before.wanted !== wanted || before.reconnects !== reconnects;
    if (!isOther && (before.isKnown || !isKnown)) return;
    seen.current = { wanted, reconnects, isKnown };
    const now = answered ?? Date.now();
    setAt((last) => (isOther || Math.abs(now - last) > CLOCK_MS ? now : last));
  }, [wanted, reconnects, isKnown, answered]);
  return at;
}
