import { useEffect } from "react";
import { useRequest } from "../host/requests.ts";
import { isSettling } from "./scaling.ts";

const AGAIN_MS = 2000;

/** A model as TorchServe describes it; read again while workers come or go. */
export function useTorchServeModel(serverId: string, model: string) {
  const asked = useRequest("torchserve.model", { serverId, model });
  const { data, refetch } = asked;
  const settling = data?.versions.some(isSettling) ?? false;
  useEffect(() => {
    if (!settling) return;
    const again = setInterval(() => void refetch(), AGAIN_MS);
    return () => clearInterval(again);
  }, [settling, refetch]);
  return { ...asked, settling };
}
