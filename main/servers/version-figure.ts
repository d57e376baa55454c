import type { FigureId } from "../contract/index.ts";

/** The name of a figure of one version of a model that serves several. No figure of a model has it. */
export function versionFigure(figure: FigureId, version: string): FigureId {
  return `${figure}@${version}` as FigureId;
}
