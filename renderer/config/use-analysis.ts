import { startTransition, useCallback, useEffect, useMemo, useState } from "react";
import type {
  CheckTextOptions,
  LintContext,
  ModelFiles,
  ModelFileSignature,
} from "../../engine/config/index.ts";
import type { ConfigState } from "../../main/contract/index.ts";
import { analyse, type Analysis } from "./analysis.ts";
import { useRequest } from "../host/requests.ts";
import { useOverview, useServerById, useTopic } from "../host/topics.ts";
import { otherModels, useKnownModels } from "./use-known-models.ts";

/** Pause in typing after which the text is analysed and its panels updated. */
const READ_AFTER_MS = 120;

/** Options for checking a configuration. */
export function useCheckOptions(config: ConfigState): CheckTextOptions {
  const { model, signature, files } = config;
  const lint = useLintContext(config);
  return useMemo(
    () => ({
      modelName: model,
      ...(signature ? { signature: signature as ModelFileSignature } : {}),
      ...(files ? { files: files as ModelFiles } : {}),
      ...(lint ? { lint } : {}),
    }),
    [model, signature, files, lint],
  );
}

/** The analysis of the text: after a pause in typing, or at once on request. */
export function useAnalysis(
  text: string,
  options: CheckTextOptions,
): [Analysis, readNow: (text: string) => void] {
  const [{ analysis, against }, set] = useState(() => ({
    analysis: analyse(text, options),
    against: options,
  }));
  const read = useCallback(
    (next: string) =>
      set((before) => ({ analysis: analyse(next, options, before.analysis), against: options })),
    [options],
  );
  const isRead = analysis.text === text && against === options;
  useEffect(() => {
    if (isRead) return;
    const timer = setTimeout(() => startTransition(() => read(text)), READ_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isRead, text, read]);
  return [analysis, read];
}

/** What advice may know about the server; undefined if nothing is known. */
function useLintContext({ serverId, model, text }: ConfigState): LintContext | undefined {
  const kind = useServerById(serverId)?.kind;
  const overview = useOverview(serverId);
  const { data: host } = useRequest("host.info", {});
  const cache = overview ? overview.cache !== null : undefined;
  const cpus = host?.cpus;
  const objectiveMs = useRequest("advisor.objective", { serverId, model }).data?.p99Ms;
  const machine = useTopic("advisor.machine", { serverId });
  const gpus = machine?.problem === null ? machine.gpus.length : undefined;
  // Advice needs other models only for ensembles.
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
      // An unused cache isn't reported, since the engine always has one.
      ...(cache === false ? { cache } : {}),
      ...both,
    };
  }, [kind, cpus, cache, objectiveMs, gpus, models]);
}
