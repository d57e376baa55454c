import { keepPreviousData, useQueries } from "@tanstack/react-query";
import type { SeriesKey, SeriesPoint } from "../../main/contract/index.ts";
import type { Span } from "../charts/samples.ts";
import { useHost } from "../host/context.tsx";

const MAX_POINTS = 300;
/** Each new end of a live span is a question of its own, so its answer is not kept for long. */
const KEPT_MS = 20_000;

const none: readonly SeriesPoint[] = [];

export interface SeriesAnswer {
  readonly points: readonly SeriesPoint[];
  readonly loading: boolean;
  readonly error: Error | null;
}

/** What each key was in a span, in the order of the keys; the last answers stay until new ones have come. */
export function useSeries(
  serverId: string,
  keys: readonly SeriesKey[],
  [from, to]: Span,
  maxPoints = MAX_POINTS,
): readonly SeriesAnswer[] {
  const { client } = useHost();
  const answers = useQueries({
    queries: keys.map((key) => {
      const params = {
        serverId,
        key,
        from: Math.floor(from),
        to: Math.ceil(to),
        maxPoints,
      };
      return {
        queryKey: ["observed.series", params],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          client.request("observed.series", params, { signal }),
        placeholderData: keepPreviousData,
        gcTime: KEPT_MS,
      };
    }),
  });
  return answers.map(({ data, isPending, error }) => ({
    points: data ?? none,
    loading: isPending,
    error,
  }));
}
