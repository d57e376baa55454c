import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { RequestName, RequestParams } from "../../main/contract/index.ts";
import { useRequest } from "./requests.ts";
import { useTopic } from "./topics.ts";

/** Refetches the request whenever the lab changes. */
function useRefreshed(name: RequestName) {
  const queries = useQueryClient();
  const changed = useTopic("lab.changed", {});
  useEffect(() => {
    if (changed) void queries.invalidateQueries({ queryKey: [name] });
  }, [queries, changed, name]);
}

/** The experiments, of one model or of all, pinned first, then newest first. */
export function useExperiments(model?: string) {
  return useExperimentList(model === undefined ? {} : { model });
}

/** The experiments that match. */
export function useExperimentList(filter: RequestParams<"lab.list">) {
  useRefreshed("lab.list");
  return useRequest("lab.list", filter, { keepPrevious: true });
}

export function useWatches() {
  useRefreshed("lab.watches");
  return useRequest("lab.watches", {}, { keepPrevious: true });
}
