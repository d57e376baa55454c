import { z } from "zod";
import type { ObservedModel } from "../../../contract/index.ts";
import { fetchAdmitted } from "../probe/index.ts";
import type { Reach } from "../kind.ts";

type State = ObservedModel["state"];

const entries = z.array(
  z.object({
    name: z.string(),
    version: z.string().nullish(),
    state: z.string().nullish(),
    reason: z.string().nullish(),
  }),
);
export type IndexEntry = z.infer<typeof entries>[number];

const STATES: Readonly<Record<string, State>> = {
  READY: "ready",
  LOADING: "loading",
  UNLOADING: "unavailable",
  UNAVAILABLE: "unavailable",
};

/** The repository extension's index, which is requested by POST; null if the server lacks the extension. */
export async function repositoryIndex(
  http: NonNullable<Reach["http"]>,
  signal: AbortSignal | undefined,
): Promise<ObservedModel[] | null> {
  const { status, json } = await fetchAdmitted(http, "/v2/repository/index", signal, {
    method: "POST",
  });
  const { data } = entries.safeParse(json);
  return status === 200 && data ? groupVersions(data) : null;
}

/** Combines the versions of each model; it is ready when any of them is. */
export function groupVersions(index: readonly IndexEntry[]): ObservedModel[] {
  return [...Map.groupBy(index, ({ name }) => name)].map(([name, own]) => {
    const states = own.map(({ state }): State => STATES[state ?? ""] ?? "unknown");
    const state =
      (["ready", "loading", "unavailable"] as const).find((each) => states.includes(each)) ??
      "unknown";
    return {
      name,
      versions: own
        .filter(({ state }) => state === "READY")
        .map(({ version }) => version ?? "")
        .filter((version) => version !== ""),
      state,
      reason: state === "ready" ? null : (own.find(({ reason }) => reason)?.reason ?? null),
      facts: [],
    };
  });
}
