import type { FigureId } from "../contract/index.ts";

/** Names the figure of one version of a model that serves several. No model figure has this name. */
export function versionFigure(figure: FigureId, version: string): FigureId {
  return `${figure}@${version}` as FigureId;
}
