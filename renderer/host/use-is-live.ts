import { useEffect, useState } from "react";
import type { ServerStatus } from "../../main/contract/index.ts";
import { useConnectionLoss } from "./topics.ts";

/** Without a new answer for so long, ms, nothing is live. */
const FRESH_MS = 15_000;

/**
 * Whether what is shown of a server is as of now: the host is connected, the server answers, and its newest answer came
 * within 15 s. `frame`: the newest answer, another object each time.
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
