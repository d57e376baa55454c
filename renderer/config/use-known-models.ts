import { keepPreviousData, useQuery } from "@tanstack/react-query";
import {
  completeBackend,
  completeConfig,
  type LintContext,
  type ModelConfig,
  type ModelFileSignature,
  parseConfig,
} from "../../engine/config/index.ts";
import type { KnownModel } from "../../main/contract/index.ts";
import { useHost } from "../host/context.tsx";
import { useHostEvents, useOverview } from "../host/topics.ts";

/**
 * The other models of a server, as served or from their files; updated when one is loaded, unloaded or configured.
 * Undefined before the first response, and unless `wanted`, since a server may have very many.
 */
export function useKnownModels(
  serverId: string,
  model: string,
  wanted: boolean,
): readonly KnownModel[] | undefined {
  const { client } = useHost();
  const changes = useHostEvents().filter(({ mark }) => mark !== undefined).length;
  const stamp = useOverview(serverId)?.models.map(
    ({ name, state, versions }) => `${name} ${state} ${versions.join()}`,
  );
  const { data } = useQuery({
    queryKey: ["configs.others", { serverId, model }, stamp?.join("\n"), changes],
    queryFn: ({ signal }) => client.request("configs.others", { serverId, model }, { signal }),
    enabled: wanted && stamp !== undefined,
    placeholderData: keepPreviousData,
  });
  return data;
}

/** A model's configuration as the server would complete it from its file. */
export function completedConfig({ name, text, signature }: KnownModel): ModelConfig {
  const { config } = parseConfig(text);
  const named = { ...config, name: config.name || name };
  if (signature === null) return named;
  try {
    const place = { modelName: name, versionFiles: ["model.onnx"] };
    return completeConfig(completeBackend(named, place), signature as ModelFileSignature);
  } catch {
    return named;
  }
}

/** Converts to the input of advice. */
export function otherModels(known: readonly KnownModel[]): NonNullable<LintContext["models"]> {
  return known.map(({ name, text, signature }) => ({
    name,
    config: parseConfig(text).config,
    ...(signature && { signature: signature as ModelFileSignature }),
  }));
}
