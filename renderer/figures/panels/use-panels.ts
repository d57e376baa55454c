import { keepPreviousData, useQueries, type UseQueryResult } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Panel, RequestResult } from "../../../main/contract/index.ts";
import type { SeriesLine } from "../../charts/series-data.ts";
import { useHost } from "../../host/context.tsx";
import { useTopic } from "../../host/topics.ts";
import type { TimeRange } from "../../time-range/use-time-range.ts";
import { panelLines } from "./panel-lines.ts";

const MAX_POINTS = 300;
/** Prometheus usually doesn't have new samples more often. */
const REFRESH_MS = 15_000;

type Answer = RequestResult<"prometheus.query">;

/** A panel with its lines. */
export interface ShownPanel {
  readonly panel: Panel;
  /** The same array while nothing changes. */
  readonly lines: readonly SeriesLine[];
  readonly loading: boolean;
  readonly error: Error | null;
  /** The query as sent, its step, and Prometheus's warnings; null before the first response. */
  readonly about: Answer | null;
}

const none: readonly Panel[] = [];

/** The panels of a server over the charts' time range, refetched as time passes. */
export function usePanels(
  serverId: string,
  { span, fixed }: Pick<TimeRange, "span" | "fixed">,
  enabled: boolean,
): readonly ShownPanel[] {
  const { client } = useHost();
  const panels = useTopic("prometheus.panels", enabled ? { serverId } : null) ?? none;
  const [from, to] = fixed ?? steady(span);
  // Returns the same array while neither the panels nor their responses change.
  const combine = useCallback(
    (answers: readonly UseQueryResult<Answer>[]): readonly ShownPanel[] =>
      panels.map((panel, index) => toShown(panel, answers[index])),
    [panels],
  );
  return useQueries({
    queries: panels.map(({ prometheus, query }) => {
      const params = { serverId, prometheus, query, from, to, maxPoints: MAX_POINTS };
      return {
        queryKey: ["prometheus.query", params],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          client.request("prometheus.query", params, { signal }),
        placeholderData: keepPreviousData,
        gcTime: REFRESH_MS,
      };
    }),
    combine,
  });
}

function toShown(panel: Panel, answer: UseQueryResult<Answer> | undefined): ShownPanel {
  const { data = null, error = null, isPending = true } = answer ?? {};
  const lines = data && !error ? panelLines(panel, data) : [];
  return { panel, lines, loading: isPending, error, about: data };
}

/** Live charts move every second; the requested range moves every 15 s, or by a step if that is longer. */
function steady([from, to]: readonly [number, number]): readonly [number, number] {
  const every = Math.max(REFRESH_MS, Math.ceil((to - from) / MAX_POINTS));
  // Never in the future, where rates would fall.
  const end = Math.floor(to / every) * every;
  return [end - (to - from), end];
}
