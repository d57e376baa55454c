import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { ModelSample } from "../../main/contract/index.ts";
import { joinSamples } from "../charts/samples.ts";
import { useHost } from "../host/context.tsx";
import { useRequest } from "../host/requests.ts";
import { useConnectionLoss } from "../host/topics.ts";
import { ranges, type Viewport } from "../time-range/viewport.ts";

const MAX_POINTS = 300;
/** Live samples come unmerged, so history is asked for again before they become many. */
const REFRESH_MS = 40_000;
const KEPT_LIVE = 2000;

const none: readonly ModelSample[] = [];

function appendLive(known: readonly ModelSample[], fresh: readonly ModelSample[]) {
  const last = known.at(-1)?.t ?? Number.NEGATIVE_INFINITY;
  return [...known, ...fresh.filter((each) => each.t > last)].slice(-KEPT_LIVE);
}

export interface ModelSeries {
  readonly samples: readonly ModelSample[];
  /** When the newest ends; without samples, when the page was opened or asked again. */
  readonly newest: number;
  /** Samples that came after a fixed span. */
  readonly newer: number;
  /** Until the history is known. */
  readonly loading: boolean;
  readonly error: Error | null;
}

/** A model's samples for a viewport: history from the host, and while live, each new one as it comes. */
export function useModelSeries(serverId: string, model: string, viewport: Viewport): ModelSeries {
  const { live } = useHost();
  const store = live.folded("telemetry.model", { serverId, model }, "ring", none, appendLive);
  const fresh = useSyncExternalStore(store.subscribe, store.snapshot);
  const { range, fixed } = viewport;
  const { reconnects } = useConnectionLoss();
  const opened = useOpenedAt(reconnects);
  const passed = Math.max(0, (fresh.at(-1)?.t ?? opened) - opened);
  const anchor = opened + Math.floor(passed / REFRESH_MS) * REFRESH_MS;

  const [from, to] = fixed ?? [anchor - ranges[range].ms, anchor];
  const history = useRequest(
    "telemetry.series",
    { serverId, model, from: Math.floor(from), to: Math.ceil(to), maxPoints: MAX_POINTS },
    { keepPrevious: true },
  );

  const joined = useMemo(
    () => (fixed ? (history.data ?? none) : joinSamples(history.data ?? none, fresh)),
    [fixed, history.data, fresh],
  );
  const newest = joined.at(-1)?.t ?? anchor;
  const newer = fixed ? fresh.filter((each) => each.t > fixed[1]).length : 0;
  return { samples: joined, newest, newer, loading: history.isPending, error: history.error };
}

/** When the page was opened, or the host connected again: from then on samples come live. */
function useOpenedAt(reconnects: number): number {
  const [at, setAt] = useState(() => Date.now());
  const seen = useRef(reconnects);
  useEffect(() => {
    if (seen.current === reconnects) return;
    seen.current = reconnects;
    setAt(Date.now());
  }, [reconnects]);
  return at;
}
