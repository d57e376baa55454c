import type { FigureId } from "../../../contract/index.ts";
import type { RawFigure } from "../../observation.ts";
import { versionFigure } from "../../version-figure.ts";

/** Figures of each model, and of each version where several serve. `figures`: combines those of some versions. */
export function figuresWithVersions<T extends { readonly name: string; readonly version: string }>(
  all: readonly T[],
  figures: (model: string, versions: readonly T[]) => RawFigure[],
): RawFigure[] {
  return [...Map.groupBy(all, ({ name }) => name)].flatMap(([model, versions]) => [
    ...figures(model, versions),
    ...(versions.length < 2
      ? []
      : versions.flatMap((each) =>
          figures(model, [each]).flatMap((figure) => figureOfVersion(figure, each.version)),
        )),
  ]);
}

/** Unavailable figures are unavailable for the whole model. */
function figureOfVersion(raw: RawFigure, version: string): RawFigure[] {
  const named = (figure: FigureId) => versionFigure(figure, version);
  switch (raw.form) {
    case "unavailable":
      return [];
    case "histogram": {
      const { mean, quantiles } = raw;
      return [
        { ...raw, ...(mean && { mean: named(mean) }), quantiles: namedQuantiles(quantiles, named) },
      ];
    }
    case "latency":
      return [{ ...raw, quantiles: namedQuantiles(raw.quantiles, named) }];
    default:
      return [{ ...raw, figure: named(raw.figure) }];
  }
}

function namedQuantiles(
  quantiles: Readonly<Partial<Record<FigureId, number>>>,
  named: (figure: FigureId) => FigureId,
): Partial<Record<FigureId, number>> {
  return Object.fromEntries(
    Object.entries(quantiles).map(([figure, q]) => [named(figure as FigureId), q]),
  );
}
