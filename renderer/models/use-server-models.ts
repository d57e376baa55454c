import { useMemo } from "react";
import type { ModelOverview, ObservedModel, ServerStatus } from "../../main/contract/index.ts";
import { type FigureTable, figureTable } from "../figures/observed-figures.ts";
import { isTriton } from "../host/capability.ts";
import { useObserved, useOverview } from "../host/topics.ts";

/** A model in the format of its server's kind: with a summary of its configuration, or with facts from the server. */
export type ListedModel = ModelOverview | ObservedModel;

interface ServerModels {
  /** Null before the first response. */
  readonly models: readonly ListedModel[] | null;
  readonly table: FigureTable;
}

/** The models and figures of a server of any kind. */
export function useServerModels(server: ServerStatus): ServerModels {
  const overview = useOverview(isTriton(server) ? server.id : undefined);
  const observed = useObserved(server.id);
  const table = useMemo(() => figureTable(observed), [observed]);
  return { models: (isTriton(server) ? overview : observed)?.models ?? null, table };
}
