import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { ConfigEffect, ConfigState } from "../../main/contract/index.ts";
import { useRequest } from "../host/requests.ts";
import { useServerOf } from "../host/topics.ts";

/** What applying a text would do; asked again when its server goes or comes back, and when something else comes into force. */
export function useConfigEffect(
  { serverId, model, etag }: ConfigState,
  text: string,
): UseQueryResult<ConfigEffect> {
  const effect = useRequest("configs.effect", { serverId, model, text });
  const { refetch } = effect;
  const state = useServerOf(serverId)?.state;
  const seen = useRef({ state, etag });
  useEffect(() => {
    const before = seen.current;
    seen.current = { state, etag };
    const moved = before.state !== undefined && before.state !== state;
    if (moved || before.etag !== etag) void refetch();
  }, [state, etag, refetch]);
  return effect;
}
