import type { FigureId, ObservedFigure } from "../contract/index.ts";
import { type DeltaPart, figureIdsOf, figuresOf, mergeDeltas } from "../telemetry/index.ts";

/** The parts that report one figure, by model, "" being the server. */
export function partsOf(all: readonly DeltaPart[], figure: FigureId): Map<string, DeltaPart> {
  const parts = new Map<string, DeltaPart>();
  for (const part of all) {
    if (figureIdsOf(part).includes(figure) && !parts.has(part.model)) parts.set(part.model, part);
  }
  return parts;
}

/** One figure of parts of any models and servers put together; null without any. */
export function together(
  parts: readonly { readonly part: DeltaPart; readonly seconds: number }[],
  figure: FigureId,
): ObservedFigure | null {
  const merged = mergeDeltas(
    parts.map(({ part, seconds }) => ({
      seconds,
      restarted: false,
      models: [],
      parts: [{ ...part, model: "" }],
    })),
  );
  return figuresOf(merged).find((each) => each.figure === figure) ?? null;
}
