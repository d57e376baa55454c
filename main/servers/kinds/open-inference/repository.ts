import { z } from "zod";
import type { ObservedModel } from "../../../contract/index.ts";
import { fetchAdmitted } from "../probe/index.ts";
import type { Reach } from "../kind.ts";
import { entries, optional } from "../lenient.ts";

type State = ObservedModel["state"];

const index = entries(
  z.object({
    name: z.string(),
    version: optional(z.string()),
    state: optional(z.string()),
    reason: optional(z.string()),
  }),
);
export type IndexEntry = z.infer<typeof index>[number];

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
  const { data } = index.safeParse(json);
  return status === 200 && data ? groupVersions(data) : null;
}

/** Combines the versions of each model; it is ready when any of them is. */
export function groupVersions(listed: readonly IndexEntry[]): ObservedModel[] {
  return [...Map.groupBy(listed, ({ name }) => name)].map(([name, own]) => {
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
