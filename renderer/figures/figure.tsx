import type { Provenance } from "../../main/contract/index.ts";
import { cx } from "../ui/classes.ts";
import { type FigureName, figureHint, figures, figureUnit } from "./figures.ts";

interface FigureProps {
  readonly name: FigureName;
  readonly value: number | null;
  readonly provenance: Provenance | undefined;
  readonly className?: string;
}

/** A number with its unit; its hint says what it means and where it comes from. */
export function Figure({ name, value, provenance, className }: FigureProps) {
  const { format, absent } = figures[name];
  const unit = figureUnit(name, value);
  return (
    <span
      data-hint={figureHint(name, provenance, value)}
      className={cx("whitespace-nowrap", className)}
    >
      {format(value)}
      {value === null ? (
        <span className="sr-only"> {absent}</span>
      ) : (
        unit && <span className="font-normal text-[0.75em] text-muted"> {unit}</span>
      )}
    </span>
  );
}

/** A figure that stands for itself: its name above, reachable by keyboard for its source. */
export function FigureTile({ name, value, provenance }: FigureProps) {
  const { label } = figures[name];
  return (
    <div
      role="group"
      aria-label={label}
      tabIndex={0}
      data-hint={figureHint(name, provenance, value)}
      className="min-w-32 rounded-md px-4 py-1.5"
    >
      <div className="text-muted text-xs">{label}</div>
      <Figure name={name} value={value} provenance={provenance} className="font-semibold text-xl" />
    </div>
  );
}
