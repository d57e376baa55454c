import { useSyncExternalStore } from "react";
import type { ChatTrial } from "../../../main/contract/index.ts";
import { foldTrials } from "../use-trials.ts";
import { useHost } from "../../host/context.tsx";

const none: readonly ChatTrial[] = [];

/** The server's last requests, oldest first, as they change. */
export function useChats(serverId: string): readonly ChatTrial[] {
  const { live } = useHost();
  const store = live.folded(
    "chat.trials",
    { serverId },
    { name: "chats", initial: none, reduce: foldTrials<ChatTrial> },
  );
  return useSyncExternalStore(store.subscribe, store.snapshot);
}
