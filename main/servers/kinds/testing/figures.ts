import type { FigureId } from "../../../contract/index.ts";
import type { Observation, RawFigure } from "../../observation.ts";

/** The one figure of a model; it is an error of the kind to report one twice. */
export function figureOf(
  { figures }: Observation,
  figure: FigureId,
  model = "",
): RawFigure | undefined {
  const found = figures.filter((each) => each.model === model && tells(each, figure));
  if (found.length > 1)
    throw new Error(`${figure} of '${model}' is reported ${found.length} times`);
  return found[0];
}

/** Every figure that is not to be had, with why. */
export function hintsOf({ figures }: Observation): Map<FigureId, string> {
  return new Map(
    figures.flatMap((each) =>
      each.form === "unavailable" ? [[each.figure, each.hint] as const] : [],
    ),
  );
}

function tells(raw: RawFigure, figure: FigureId): boolean {
  if (raw.form === "latency") return raw.quantiles[figure] !== undefined;
  return raw.form === "histogram"
    ? raw.mean === figure || raw.quantiles[figure] !== undefined
    : raw.figure === figure;
}
