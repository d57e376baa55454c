import { keepPreviousData, useQueries, type UseQueryResult } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Panel, RequestResult } from "../../main/contract/index.ts";
import type { SeriesLine } from "../charts/series-data.ts";
import { useHost } from "../host/context.tsx";
import { useTopic } from "../host/topics.ts";
import type { TimeRange } from "../time-range/use-time-range.ts";
import { panelLines } from "./panel-lines.ts";

const MAX_POINTS = 300;
/** Prometheus has nothing new sooner, as a rule. */
const REFRESH_MS = 15_000;

type Answer = RequestResult<"prometheus.query">;

/** A panel with what it shows. */
export interface ShownPanel {
  readonly panel: Panel;
  /** The same array while nothing changes. */
  readonly lines: readonly SeriesLine[];
  readonly loading: boolean;
  readonly error: Error | null;
  /** With the query as it was sent, its step, and what Prometheus warns of; null before the first answer. */
  readonly about: Answer | null;
}

const none: readonly Panel[] = [];

/** The panels of a server over the time that its charts show, asked for again as time goes on. */
export function usePanels(
  serverId: string,
  { span, fixed }: Pick<TimeRange, "span" | "fixed">,
  enabled: boolean,
): readonly ShownPanel[] {
  const { client } = useHost();
  const panels = useTopic("prometheus.panels", enabled ? { serverId } : null) ?? none;
  const [from, to] = fixed ?? steady(span);
  // The same array while neither the panels nor their answers change.
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

/** Live charts move every second; what is asked for moves every 15 s, or by a step where that is longer. */
function steady([from, to]: readonly [number, number]): readonly [number, number] {
  const every = Math.max(REFRESH_MS, Math.ceil((to - from) / MAX_POINTS));
  // Never later than the newest answer: of what is to come, rates would fall.
  const end = Math.floor(to / every) * every;
  return [end - (to - from), end];
}
