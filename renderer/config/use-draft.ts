import { useEffect, useState, useSyncExternalStore } from "react";
import type { ConfigState } from "../../main/contract/index.ts";
import { useHost } from "../host/context.tsx";
import { Draft, type DraftState } from "./draft.ts";

/** The draft of a model's configuration; saved when the page is left in any way. */
export function useDraft(config: ConfigState): [Draft, DraftState] {
  const { client } = useHost();
  const [draft] = useState(() => new Draft(client, config));
  const state = useSyncExternalStore(draft.subscribe, draft.state);
  useEffect(() => draft.follow(config), [draft, config]);
  useEffect(() => {
    const flush = () => draft.flush();
    window.addEventListener("pagehide", flush);
    window.addEventListener("blur", flush);
    return () => {
      window.removeEventListener("pagehide", flush);
      window.removeEventListener("blur", flush);
      flush();
    };
  }, [draft]);
  return [draft, state];
}
