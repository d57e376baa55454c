import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { useMemo, useRef } from "react";
import type { Panel } from "../../main/contract/index.ts";
import type { SeriesLine } from "../charts/series-data.ts";
import { useHost } from "../host/context.tsx";
import { useTopic } from "../host/topics.ts";
import type { TimeRange } from "../time-range/use-time-range.ts";
import { panelLines } from "./panel-lines.ts";

const MAX_POINTS = 300;
/** Prometheus has nothing new sooner, as a rule. */
const REFRESH_MS = 15_000;

/** A panel with what it shows. */
export interface ShownPanel {
  readonly panel: Panel;
  /** The same array while nothing changes. */
  readonly lines: readonly SeriesLine[];
  readonly loading: boolean;
  readonly error: Error | null;
  /** The query as it was sent, its step, and what Prometheus warns of; null before the first answer. */
  readonly about: {
    readonly query: string;
    readonly stepSeconds: number;
    readonly leftOut: number;
    readonly warnings: readonly string[];
  } | null;
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
  const answers = useQueries({
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
  });
  const shown = panels.map((panel, index): ShownPanel => {
    const answer = answers[index];
    const { data, error } = answer ?? { data: undefined, error: null };
    return {
      panel,
      lines: data && !error ? panelLines(panel, data) : [],
      loading: answer?.isPending ?? true,
      error: error ?? null,
      about: data ?? null,
    };
  });
  return useSameWhile(
    shown,
    [panels, ...answers.flatMap(({ data, error, isPending }) => [data, error, isPending])],
  );
}

/** Live charts move every second; what is asked for moves every 15 s, or by a step where that is longer. */
function steady([from, to]: readonly [number, number]): readonly [number, number] {
  const every = Math.max(REFRESH_MS, Math.ceil((to - from) / MAX_POINTS));
  const end = Math.ceil(to / every) * every;
  return [end - (to - from) - every, end];
}

/** The value before while what it is made of stays the same. */
function useSameWhile<T>(value: T, parts: readonly unknown[]): T {
  const kept = useRef({ value, parts });
  const same =
    kept.current.parts.length === parts.length &&
    kept.current.parts.every((part, index) => part === parts[index]);
  return useMemo(() => {
    if (!same) kept.current = { value, parts };
    return kept.current.value;
  }, [same, value, parts]);
}
