import { useMemo } from "react";
import type { LintContext } from "../../engine/config/index.ts";
import type { ConfigState } from "../../main/contract/index.ts";
import { useRequest } from "../host/requests.ts";
import { useOverview, useServerOf, useTopic } from "../host/topics.ts";
import { otherModels, useKnownModels } from "./use-known-models.ts";

/** What advice on a configuration may know of its server; undefined while nothing is. */
export function useLintContext({ serverId, model, text }: ConfigState): LintContext | undefined {
  const kind = useServerOf(serverId)?.kind;
  const overview = useOverview(serverId);
  const { data: host } = useRequest("host.info", {});
  const cache = overview ? overview.cache !== null : undefined;
  const cpus = host?.cpus;
  const objectiveMs = useRequest("advisor.objective", { serverId, model }).data?.p99Ms;
  const machine = useTopic("advisor.machine", { serverId });
  const gpus = machine?.problem === null ? machine.gpus.length : undefined;
  // Of other models only ensembles matter to lint.
  const known = useKnownModels(serverId, model, text.includes("ensemble_scheduling"));
  const models = useMemo(() => known && otherModels(known), [known]);
  return useMemo(() => {
    if (kind === undefined) return undefined;
    const both = {
      ...(objectiveMs ? { latencyObjectiveMs: objectiveMs } : {}),
      ...(models ? { models } : {}),
      ...(gpus === undefined ? {} : { gpus: Array.from({ length: gpus }, (_, id) => id) }),
    };
    if (kind === "triton") return { server: "triton", ...both };
    return {
      server: "embedded",
      autoComplete: true,
      ...(cpus === undefined ? {} : { cores: cpus }),
      // That no one uses the cache which the engine brings along is no news.
      ...(cache === false ? { cache } : {}),
      ...both,
    };
  }, [kind, cpus, cache, objectiveMs, gpus, models]);
}
