import { useState, useSyncExternalStore } from "react";
import type { HostClient } from "../../../main/contract/client.ts";
import type { LogEntry, PodLogWish } from "../../../main/contract/index.ts";
import { useHost } from "../../host/context.tsx";
import { TopicStore } from "../../host/topic-store.ts";
import { addEntries, type LogView, noLog } from "./log-view.ts";

/** A container's log, read while its component is mounted. Another key reads it again. */
export function usePodLog(wish: PodLogWish, key: string): LogView {
  const { client } = useHost();
  const [held, hold] = useState(() => ({ key, store: openStore(client, wish) }));
  if (held.key !== key) hold({ key, store: openStore(client, wish) });
  return useSyncExternalStore(held.store.subscribe, held.store.snapshot);
}

function openStore(client: HostClient, wish: PodLogWish): TopicStore<LogEntry[], LogView> {
  return new TopicStore<LogEntry[], LogView>(
    (log) =>
      client.subscribe("kubernetes.log", wish, {
        event: (entries) => log.event(entries),
        error: ({ message }) =>
          log.event([{ kind: "state", state: "failed", words: message, at: Date.now() }]),
      }),
    noLog,
    (view, entries) => addEntries(view, entries, wish.lines),
  );
}
