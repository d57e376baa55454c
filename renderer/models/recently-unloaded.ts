import { useSyncExternalStore } from "react";

const unloaded = new Set<string>();
const listeners = new Set<() => void>();

const modelKey = (serverId: string, model: string) => JSON.stringify([serverId, model]);

/** Remembers until the page closes whether a model was unloaded here. */
export function setUnloaded(serverId: string, model: string, is: boolean): void {
  if (is) unloaded.add(modelKey(serverId, model));
  else unloaded.delete(modelKey(serverId, model));
  for (const listener of listeners) listener();
}

export function useIsUnloaded(serverId: string, model: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => unloaded.has(modelKey(serverId, model)),
  );
}
