import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Experiment } from "../../../main/contract/index.ts";
import { useRequest } from "../../host/requests.ts";

/** The step at an experiment's knee, updated with each measured step; null before one is found. */
export function useKnee({ id, steps }: Experiment): number | null {
  const queries = useQueryClient();
  const { data } = useRequest("lab.knee", { id });
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: ["lab.knee", { id }] });
  }, [queries, id, steps.length]);
  return data?.step ?? null;
}
