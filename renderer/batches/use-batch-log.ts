import { useCallback, useMemo, useState, useSyncExternalStore } from "react";
import type { BatchFrame } from "../../main/contract/index.ts";
import { useHost } from "../host/context.tsx";
import { TopicStore } from "../host/topic-store.ts";
import { addFrame, type BatchLog, emptyLog } from "./batch-log.ts";

/**
 * A model's batches since the page was opened. They are only requested while the page is visible, and dropped with the
 * page. While `held`, the log stays as it was when that started.
 */
export function useBatchLog(serverId: string, model: string, held: boolean): BatchLog {
  const { client } = useHost();
  const store = useMemo(
    () =>
      new TopicStore<BatchFrame, BatchLog>(
        (handlers) => client.subscribe("telemetry.batches", { serverId, model }, handlers),
        emptyLog,
        addFrame,
      ),
    [client, serverId, model],
  );
  const shown = usePageShown();
  const none = useCallback(() => () => {}, []);
  const log = useSyncExternalStore(shown ? store.subscribe : none, store.snapshot);
  const [kept, keep] = useState<BatchLog | null>(null);
  if (held && kept === null) keep(log);
  if (!held && kept !== null) keep(null);
  return kept ?? log;
}

function usePageShown(): boolean {
  return useSyncExternalStore(
    (listener) => {
      document.addEventListener("visibilitychange", listener);
      return () => document.removeEventListener("visibilitychange", listener);
    },
    () => !document.hidden,
  );
}
