import { FIGURES, type FigureId } from "../../main/contract/index.ts";
import { cx } from "../ui/classes.ts";
import { numberAndUnit } from "./units.ts";

interface FigureProps {
  readonly figure: FigureId;
  readonly value: number | null;
  /** What it means, where it comes from, and why it is missing. */
  readonly hint: string;
  readonly className?: string;
}

/** A number with its unit. */
export function Figure({ figure, value, hint, className }: FigureProps) {
  const { number, unit } = numberAndUnit(FIGURES[figure].unit, value);
  return (
    <span data-hint={hint} className={cx("whitespace-nowrap", className)}>
      {number}
      {value === null && <span className="sr-only"> no data</span>}
      {unit && <span className="font-normal text-[0.75em] text-muted"> {unit}</span>}
    </span>
  );
}

interface FigureTileProps extends Omit<FigureProps, "className"> {
  /** Behind its name: whose it is, where that isn't clear. */
  readonly whose?: string;
}

/** A figure that stands for itself: its name above, reachable by keyboard for its source. */
export function FigureTile({ figure, value, hint, whose = "" }: FigureTileProps) {
  const { label } = FIGURES[figure];
  return (
    <div
      role="group"
      aria-label={label}
      tabIndex={0}
      data-hint={hint}
      className="min-w-32 rounded-md px-4 py-1.5"
    >
      <div className="text-muted text-xs">{label + whose}</div>
      <Figure figure={figure} value={value} hint={hint} className="font-semibold text-xl" />
    </div>
  );
}
