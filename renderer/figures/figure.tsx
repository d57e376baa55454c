import type { ReactNode } from "react";
import { FIGURES, type FigureId } from "../../main/contract/index.ts";
import { cx } from "../ui/classes.ts";
import { numberAndUnit } from "./units.ts";

interface FigureProps {
  readonly figure: FigureId;
  readonly value: number | null;
  /** Meaning, source, and why it is missing. */
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
  /** Follows its name: what it belongs to, if not obvious. */
  readonly whose?: string;
}

/** A figure outside of a table. */
export function FigureTile({ figure, value, hint, whose = "" }: FigureTileProps) {
  const { label } = FIGURES[figure];
  return (
    <Tile label={label} whose={whose} hint={hint}>
      <Figure figure={figure} value={value} hint={hint} />
    </Tile>
  );
}

interface TileProps {
  readonly label: string;
  readonly whose?: string;
  readonly hint: string;
  readonly children: ReactNode;
}

/** A label above its content, focusable for its hint. */
export function Tile({ label, whose = "", hint, children }: TileProps) {
  return (
    <div
      role="group"
      aria-label={label}
      tabIndex={0}
      data-hint={hint}
      className="min-w-32 rounded-md px-4 py-1.5"
    >
      <div className="text-muted text-xs">{label + whose}</div>
      <div className="font-semibold text-xl">{children}</div>
    </div>
  );
}

/** Tiles in columns that fill the width. */
export function Tiles({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] gap-y-1 py-1">
      {children}
    </div>
  );
}
