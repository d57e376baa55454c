import { keepPreviousData, useQueries, type UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import type { SeriesKey, SeriesPoint } from "../../main/contract/index.ts";
import type { Span } from "../charts/samples.ts";
import { useHost } from "../host/context.tsx";
import { ranges, type Viewport } from "../time-range/viewport.ts";

const MAX_POINTS = 300;
/** Each new end of a live span is a question of its own, so its answer is not kept for long. */
const KEPT_MS = 20_000;

const none: readonly SeriesPoint[] = [];

export interface SeriesAnswer {
  readonly points: readonly SeriesPoint[];
  readonly loading: boolean;
  readonly error: Error | null;
}

/**
 * What each key was in a viewport, in the order of the keys; the last answers stay until new ones have come. `newest`: when
 * the server answered last, ms since the epoch. The same array while nothing changes.
 */
export function useSeries(
  serverId: string,
  keys: readonly SeriesKey[],
  viewport: Viewport,
  newest: number | undefined,
): readonly SeriesAnswer[] {
  const { client } = useHost();
  const [opened] = useState(Date.now);
  const [from, to] = askedSpan(viewport, newest ?? opened);
  return useQueries({
    queries: keys.map((key) => {
      const params = { serverId, key, from, to, maxPoints: MAX_POINTS };
      return {
        queryKey: ["observed.series", params],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          client.request("observed.series", params, { signal }),
        placeholderData: keepPreviousData,
        gcTime: KEPT_MS,
      };
    }),
    combine: answersOf,
  });
}

const answersOf = (results: UseQueryResult<SeriesPoint[]>[]): SeriesAnswer[] =>
  results.map(({ data, isPending, error }) => ({
    points: data ?? none,
    loading: isPending,
    error,
  }));

/** A little more than what is seen while live, so that what is asked for changes every hundredth of it, at most a minute. */
function askedSpan({ range, fixed }: Viewport, now: number): Span {
  if (fixed) return [Math.floor(fixed[0]), Math.ceil(fixed[1])];
  const { ms } = ranges[range];
  const step = Math.min(Math.max(ms / 100, 5000), 60_000);
  const end = Math.ceil(now / step) * step;
  return [end - ms - step, end];
}
