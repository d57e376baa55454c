import { useEffect, useState } from "react";
import type { ServerStatus } from "../../main/contract/index.ts";
import { useConnectionLoss } from "./topics.ts";

/** Age of the newest frame from which nothing is live, ms. */
const FRESH_MS = 15_000;

/**
 * Whether a server's data is current: the host is connected, the server answers, and its newest frame arrived within
 * 15 s. `frame`: the newest frame, a new object each time.
 */
export function useIsLive(
  server: Pick<ServerStatus, "state"> | null,
  frame: { readonly live: boolean } | null,
): boolean {
  const { lostAt } = useConnectionLoss();
  const [late, setLate] = useState<object | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setLate(frame), FRESH_MS);
    return () => clearTimeout(timer);
  }, [frame]);
  const isFresh = frame !== null && frame.live && frame !== late;
  return lostAt === null && server?.state === "live" && isFresh;
}
