import { useSyncExternalStore } from "react";
import { LatencyTimeChart } from "../../charts/latency-time-chart.tsx";
import { useHost } from "../../host/context.tsx";
import { nothingSeen, withProgress } from "./live-track.ts";

/** Latency of the run since this page was opened. */
export function LiveChart({ id }: { id: number }) {
  const store = useHost().live.folded(
    "lab.progress",
    { id },
    { name: "track", initial: nothingSeen, reduce: withProgress },
  );
  const track = useSyncExternalStore(store.subscribe, store.snapshot);
  if (track.windows.length < 2) return null;
  return (
    <LatencyTimeChart
      title="Latency so far"
      about="Percentiles of the running step so far, since this page was opened. Vertical lines mark the start of a step."
      windows={track.windows}
      events={track.events}
      measured={null}
    />
  );
}
