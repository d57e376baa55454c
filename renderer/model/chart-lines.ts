import { FIGURES, type FigureId, type ObservedFigure } from "../../main/contract/index.ts";
import type { ObservedFrame } from "../../main/contract/index.ts";
import type { SeriesLine, SeriesPoint } from "../charts/series-data.ts";
import { figureLine } from "../figures/series-lines.ts";

/** Figures of a model that share a chart. */
export interface ModelChart {
  readonly title: string;
  readonly figures: readonly [Look, ...Look[]];
  /** Text of an empty chart. */
  readonly empty: string;
}

/** How a chart draws one of its figures. */
interface Look extends Pick<SeriesLine, "shape" | "dashed"> {
  readonly figure: FigureId;
}

/** A model's figure from the newest frame, or the reason why it is missing, if known. */
export function observedFigure(
  frame: ObservedFrame | null,
  model: string,
  figure: FigureId,
): ObservedFigure {
  const all = frame?.figures.filter((each) => each.figure === figure) ?? [];
  const own = all.find((each) => each.model === model);
  const whole = all.find((each) => each.model === "" && each.provenance === "unavailable");
  const hint = frame === null ? null : "Not reported by this server.";
  return (
    own ?? whole ?? { figure, model, value: null, provenance: "unavailable", source: "", hint }
  );
}

/** A chart's lines. */
export function chartLines(
  { figures }: ModelChart,
  observed: (figure: FigureId) => ObservedFigure,
  points: (figure: FigureId) => readonly SeriesPoint[],
): SeriesLine[] {
  return figures.map(({ figure, ...look }) => {
    const own = points(figure);
    const known = observed(figure);
    return {
      ...figureLine(known, known.model, own),
      ...look,
      label: FIGURES[figure].label,
      newest: own.at(-1)?.value ?? null,
    };
  });
}
