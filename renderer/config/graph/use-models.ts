import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { configFromJson, type ModelConfig } from "../../../engine/config/index.ts";
import { StatusError } from "../../../base/status-error.ts";
import type { FigureId, ModelDetail } from "../../../main/contract/index.ts";
import { useFigureTable } from "../../figures/use-figure-table.ts";
import { useHost } from "../../host/context.tsx";
import { useOverview } from "../../host/topics.ts";
import type { Samples } from "./bottleneck.ts";
import type { Known, KnownModels } from "./tensor-types.ts";

interface DetailResponse {
  readonly data: ModelDetail | undefined;
  readonly error: Error | null;
}

/** The models that the steps of an ensemble name. */
export function stepModels({ ensemble_scheduling: scheduling }: ModelConfig): readonly string[] {
  const names = (scheduling?.step ?? []).map(({ model_name: name }) => name);
  return [...new Set(names)].filter((name) => name !== "");
}

/** The server's current configurations of models; updated when one is loaded or unloaded. */
export function useModels(serverId: string, names: readonly string[]): KnownModels {
  const { client } = useHost();
  const frame = useOverview(names.length > 0 ? serverId : undefined);
  const responses = useQueries({
    queries: names.map((model) => {
      const now = frame?.models.find(({ name }) => name === model);
      return {
        queryKey: ["models.detail", { serverId, model }, now?.state, now?.versions.join()],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          client.request("models.detail", { serverId, model }, { signal }),
        placeholderData: (before: ModelDetail | undefined) => before,
      };
    }),
    combine: toResponses,
  });
  return useMemo(
    () => new Map(names.map((name, index) => [name, knownFrom(responses[index])])),
    [names, responses],
  );
}

function toResponses(results: readonly DetailResponse[]): DetailResponse[] {
  return results.map(({ data, error }) => ({ data, error }));
}

function knownFrom(response: DetailResponse | undefined): Known {
  if (response?.error) {
    const { code } = StatusError.from(response.error);
    return { state: code === "NOT_FOUND" ? "missing" : "unreachable" };
  }
  if (!response?.data) return { state: "asking" };
  const { config } = response.data;
  return config ? { state: "known", config: configFromJson(config) } : { state: "not loaded" };
}

/** Each model's figures of the last minute. */
export function useSamples(serverId: string): Samples {
  const table = useFigureTable(serverId);
  return useMemo(
    () =>
      new Map(
        table.models.map((model) => [model, (figure: FigureId) => table.value(model, figure)]),
      ),
    [table],
  );
}
