import { useOverview } from "../host/topics.ts";

/** Whether a model serves, by the server's last report. */
export function useServes(serverId: string, model: string): boolean {
  const state = useOverview(serverId)?.models.find(({ name }) => name === model)?.state;
  return state !== "UNAVAILABLE" && state !== "UNLOADED";
}
