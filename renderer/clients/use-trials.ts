import { useSyncExternalStore } from "react";
import type { Trial } from "../../main/contract/index.ts";
import { useHost } from "../host/context.tsx";

const KEPT = 20;
const none: readonly Trial[] = [];

/** The model's latest requests, oldest first, updated live. */
export function useTrials(serverId: string, model: string): readonly Trial[] {
  const { live } = useHost();
  const store = live.folded(
    "clients.trials",
    { serverId, model },
    { name: "trials", initial: none, reduce: foldTrials<Trial> },
  );
  return useSyncExternalStore(store.subscribe, store.snapshot);
}

/** After a restart of the host, ids start again with later times. */
export function foldTrials<T extends Pick<Trial, "id" | "startedAt">>(
  known: readonly T[],
  emitted: readonly T[],
): readonly T[] {
  const key = ({ id, startedAt }: T) => `${startedAt} ${id}`;
  const news = new Map(emitted.map((trial) => [key(trial), trial]));
  const others = known.filter((trial) => !news.has(key(trial)));
  return [...others, ...news.values()]
    .toSorted((a, b) => a.startedAt - b.startedAt || a.id - b.id)
    .slice(-KEPT);
}
