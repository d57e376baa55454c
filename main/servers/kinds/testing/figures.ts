import type { FigureId } from "../../../contract/index.ts";
import type { Observation, RawFigure } from "../../observation.ts";

/** The one figure of a model; reporting one twice is a bug of the kind. */
export function findFigure(
  { figures }: Observation,
  figure: FigureId,
  model = "",
): RawFigure | undefined {
  const found = figures.filter((each) => each.model === model && reports(each, figure));
  if (found.length > 1)
    throw new Error(`${figure} of '${model}' is reported ${found.length} times`);
  return found[0];
}

/** The hints of all unavailable figures. */
export function listHints({ figures }: Observation): Map<FigureId, string> {
  return new Map(
    figures.flatMap((each) =>
      each.form === "unavailable" ? [[each.figure, each.hint] as const] : [],
    ),
  );
}

function reports(raw: RawFigure, figure: FigureId): boolean {
  if (raw.form === "latency") return raw.quantiles[figure] !== undefined;
  return raw.form === "histogram"
    ? raw.mean === figure || raw.quantiles[figure] !== undefined
    : raw.figure === figure;
}
