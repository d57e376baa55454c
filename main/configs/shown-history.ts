import type { ConfigRevision } from "../contract/index.ts";
import type { KeptRevision } from "./config-store.ts";

/**
 * The visible history, in the order of `kept`, newest first: without texts that were only tried out or restored, except
 * the newest revision of each of the `needed` etags that no other revision has: the active one, and the base of a
 * draft.
 */
export function shownHistory(
  kept: readonly KeptRevision[],
  needed: readonly string[],
): ConfigRevision[] {
  const missing = new Set(needed);
  for (const revision of kept) if (!isPassing(revision)) missing.delete(revision.etag);
  return kept
    .filter((revision) => !isPassing(revision) || missing.delete(revision.etag))
    .map(({ servedEtag: _served, origin, ...revision }) => ({
      ...revision,
      origin: origin === "tried" ? "applied" : origin === "put back" ? "reverted" : origin,
    }));
}

const isPassing = ({ origin }: KeptRevision) => origin === "tried" || origin === "put back";
