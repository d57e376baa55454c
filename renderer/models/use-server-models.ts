import { useMemo } from "react";
import type { ModelOverview, ObservedModel, ServerStatus } from "../../main/contract/index.ts";
import { type FigureTable, figureTable } from "../figures/observed-figures.ts";
import { isTriton } from "../host/capability.ts";
import { useObserved, useOverview } from "../host/topics.ts";

/** A model as its server's kind reports it: with its configuration in short, or with facts in the server's own words. */
export type ListedModel = ModelOverview | ObservedModel;

interface ServerModels {
  /** Null before the first answer. */
  readonly models: readonly ListedModel[] | null;
  readonly table: FigureTable;
}

/** What a server of any kind serves, and the figures. */
export function useServerModels(server: ServerStatus): ServerModels {
  const overview = useOverview(isTriton(server) ? server.id : undefined);
  const observed = useObserved(server.id);
  const table = useMemo(() => figureTable(observed), [observed]);
  return { models: (isTriton(server) ? overview : observed)?.models ?? null, table };
}
