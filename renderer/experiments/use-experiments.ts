import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useRequest } from "../host/requests.ts";
import { useTopic } from "../host/topics.ts";

/** The list of experiments, of one model or of all, newest first; asked for again whenever it changes. */
export function useExperiments(model?: string) {
  const queries = useQueryClient();
  const changed = useTopic("lab.changed", {});
  useEffect(() => {
    if (changed) void queries.invalidateQueries({ queryKey: ["lab.list"] });
  }, [queries, changed]);
  return useRequest("lab.list", model === undefined ? {} : { model }, { keepPrevious: true });
}
