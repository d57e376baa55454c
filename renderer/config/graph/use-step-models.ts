import { useMemo } from "react";
import { completedConfig, useKnownModels } from "../use-known-models.ts";
import type { Known, KnownModels } from "./tensor-types.ts";
import { useModels } from "./use-models.ts";

/** The models that an ensemble names, from the server, or from their files if accessible and not loaded. */
export function useStepModels(
  serverId: string,
  ensemble: string,
  names: readonly string[],
): KnownModels {
  const models = useModels(serverId, names);
  const files = useKnownModels(serverId, ensemble, names.length > 0);
  return useMemo(() => {
    const byFile = (name: string, known: Known): Known => {
      if (known.state !== "not loaded") return known;
      const file = files?.find((each) => each.name === name && !each.serves);
      return file ? { state: "known", config: completedConfig(file), byFile: true } : known;
    };
    return new Map([...models].map(([name, known]) => [name, byFile(name, known)]));
  }, [models, files]);
}
