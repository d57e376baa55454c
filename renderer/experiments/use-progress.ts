import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Experiment } from "../../main/contract/index.ts";
import { useTopic } from "../host/topics.ts";

export const isUnderWay = ({ state }: Pick<Experiment, "state">) =>
  state === "running" || state === "paused";

/** Progress while it runs; the experiment and its comparisons are refetched after each step and at the end. */
export function useProgress(experiment: Pick<Experiment, "id" | "state">) {
  const queries = useQueryClient();
  const id = isUnderWay(experiment) ? experiment.id : null;
  const progress = useTopic("lab.progress", id === null ? null : { id });
  const reached = progress && `${progress.stepIndex} ${progress.state}`;
  useEffect(() => {
    if (!reached || id === null) return;
    void queries.invalidateQueries({ queryKey: ["lab.get", { id }] });
    void queries.invalidateQueries({ queryKey: ["lab.compare"] });
  }, [queries, id, reached]);
  return progress;
}
