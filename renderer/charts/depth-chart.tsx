import { depthSeries } from "./depth-series.ts";
import { SampleChart, type TimeView } from "./sample-chart.tsx";

const ABOUT = `Where the requests of this model were at each poll, on top of each other.
Running: in a batch that an instance runs.
Handed over: in a batch that waits for an instance which still runs another.
Queued: in the scheduler, by priority level where the model has levels; 1 goes first.
Delayed: their timeout passed under the action DELAY, so they wait behind all others.
Exact: from the engine's telemetry.`;

/** Requests by where they wait, stacked. */
export function DepthChart({ view }: { view: TimeView }) {
  return (
    <SampleChart
      title="Queue depth"
      about={ABOUT}
      view={view}
      seriesOf={depthSeries}
      unit="req"
      whole
      empty={
        view.provenance["queueDepth"] === "unavailable"
          ? "Not reported by this server."
          : (view.absent ?? "No version of this model was loaded.")
      }
    />
  );
}
