import { readSeconds } from "./packing/pack.ts";
import type { Row } from "./recent.ts";

export interface Gap {
  readonly from: number;
  readonly to: number;
}

/** Shorter silences are ignored: servers are asked every 5 s, and rows on disk are 10 s long. */
const MIN_MS = 30_000;
/** The newest answer of a server that is asked is a little old. */
const MIN_STEPS = 2;

/** Spans of (from, to] that no row covers. */
export function gapsBetween(
  rows: readonly Row[],
  { from, to, stepMs }: Gap & { readonly stepMs: number },
): Gap[] {
  const least = Math.max(MIN_MS, MIN_STEPS * stepMs);
  const gaps: Gap[] = [];
  let covered = from;
  const take = (until: number) => {
    if (until - covered >= least) gaps.push({ from: covered, to: until });
  };
  for (const { t, bytes } of rows) {
    take(t - readSeconds(bytes) * 1000);
    covered = Math.max(covered, t);
  }
  take(to);
  return gaps;
}
