import { FIGURES, type ObservedFigure } from "../../main/contract/index.ts";
import { observedHint } from "../figures/observed-figures.ts";
import { unitWords } from "../figures/units.ts";

/** A figure that stands for itself: its name above, its source on hover and on focus. */
export function ObservedTile({ figure, of }: { figure: ObservedFigure; of: string }) {
  const { label, unit } = FIGURES[figure.figure];
  return (
    <div
      role="group"
      aria-label={label}
      tabIndex={0}
      data-hint={observedHint(figure)}
      className="min-w-36 rounded-md px-4 py-1.5"
    >
      <div className="whitespace-nowrap text-muted text-xs">
        {figure.model === of ? label : `${label}, whole server`}
      </div>
      <div className="whitespace-nowrap font-semibold text-xl">
        {unitWords[unit].text(figure.value)}
      </div>
    </div>
  );
}
