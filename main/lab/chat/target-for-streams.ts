import type { ServerKind } from "../../contract/index.ts";
import type { Target } from "../../wire/index.ts";

/**
 * llama.cpp announces keep-alive, but closes its connection at the end of each stream, so that the next request on it
 * would be lost. Asked to close it, it says so.
 */
export function targetForStreams(target: Target, kind: ServerKind): Target {
  if (kind !== "llamaCpp") return target;
  return { ...target, headers: { ...target.headers, connection: "close" } };
}
