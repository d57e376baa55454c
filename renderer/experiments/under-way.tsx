import type { Experiment } from "../../main/contract/index.ts";
import { useQuiet } from "../host/use-measurement-lock.ts";
import { LiveChart } from "./result/live-chart.tsx";
import { RunView } from "./result/run-view.tsx";
import { useProgress } from "./use-progress.ts";

/**
 * A running experiment. Only this component follows the progress: rendering the results of earlier steps with each event
 * took 13 % of a core from the measurement.
 */
export function UnderWay({ experiment }: { readonly experiment: Experiment }) {
  const progress = useProgress(experiment);
  const quiet = useQuiet();
  return (
    <>
      <RunView experiment={experiment} progress={progress} />
      {!quiet && <LiveChart id={experiment.id} />}
    </>
  );
}
