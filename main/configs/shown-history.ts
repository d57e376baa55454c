import type { ConfigRevision } from "../contract/index.ts";
import type { KeptRevision } from "./config-store.ts";

/**
 * The history as people see it, in the order of `kept`, newest first: without what was only tried out and put back,
 * except the newest revision of each of the `needed` etags that no other revision names: what is active, and what a
 * draft is based on.
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
