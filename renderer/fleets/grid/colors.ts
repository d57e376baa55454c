import type { GridCell } from "../../../main/contract/index.ts";
import { isWorse, type ShownAs } from "./shown.ts";

/** The strongest mix on which text is readable in both themes. */
const STRONGEST = 46;

/** CSS background for a share 0..1 of the largest value. */
export function heatColor(shown: ShownAs, share: number): string {
  const color = isWorse(shown) ? "chart-2" : "chart-1";
  const percent = Math.round(Math.min(1, Math.max(0, share)) * STRONGEST);
  return mix(color, percent);
}

/** Colour of an unordered category; the first has none. */
export function groupColor(index: number): string {
  return index === 0 ? mix("chart-6", 8) : mix(`chart-${((index - 1) % 5) + 1}`, 34);
}

/** A cell's background; undefined if it has nothing to show. */
export function cellColor(
  shown: ShownAs,
  cell: GridCell | null,
  most: number,
  versions: readonly string[],
): string | undefined {
  if (!cell) return undefined;
  if (cell.state === "unavailable") return "var(--color-bad-soft)";
  if (cell.state === "loading") return "var(--color-warn-soft)";
  switch (shown) {
    case "state":
      return cell.state === "ready" ? "var(--color-good-soft)" : undefined;
    case "version":
      return groupColor(Math.max(0, versions.indexOf(cell.versions.join(", "))));
    case "configuration":
      return cell.configuration === null ? undefined : groupColor(cell.configuration);
    default:
      if (cell.value === null || most === 0) return undefined;
      return heatColor(shown, cell.value / most);
  }
}

function mix(color: string, percent: number): string {
  return `color-mix(in oklab, var(--color-${color}) ${percent}%, var(--color-surface))`;
}
