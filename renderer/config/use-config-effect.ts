import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { ConfigEffect, ConfigState } from "../../main/contract/index.ts";
import { useRequest } from "../host/requests.ts";
import { useServers } from "../host/topics.ts";

/** What applying a text would do; asked again when its server goes or comes back. */
export function useConfigEffect(
  { serverId, model }: ConfigState,
  text: string,
): UseQueryResult<ConfigEffect> {
  const effect = useRequest("configs.effect", { serverId, model, text });
  const { refetch } = effect;
  const state = useServers()?.find(({ id }) => id === serverId)?.state;
  const seen = useRef(state);
  useEffect(() => {
    // A server that has gone or come back has another answer.
    if (seen.current !== undefined && seen.current !== state) void refetch();
    seen.current = state;
  }, [state, refetch]);
  return effect;
}
