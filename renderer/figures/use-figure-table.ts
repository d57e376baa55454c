import { useMemo } from "react";
import { useObserved } from "../host/topics.ts";
import { type FigureTable, figureTable } from "./observed-figures.ts";

/** A server's figures from its newest answer; an empty table before it. */
export function useFigureTable(serverId: string | undefined): FigureTable {
  const frame = useObserved(serverId);
  return useMemo(() => figureTable(frame), [frame]);
}
