import { formatRelativeChange } from "../contract/index.ts";
import { PLOT, WIDTH } from "./chart.ts";
import { type Html, html } from "./html.ts";

export interface IntervalRow {
  readonly name: string;
  /** Of the second to the first, ratio − 1, with its interval. */
  readonly share: { readonly value: number; readonly low: number; readonly high: number };
  readonly verdict: "better" | "worse" | "none" | "unknown";
}

const ROW = 30;
const LEFT = 130;
const RIGHT = 470;
const CLASSES = { better: "cgood", worse: "cbad", none: "cdim", unknown: "cdim" } as const;

/** Changes with their intervals, one line each, as ratios: half as much is as far from no change as twice. */
export function intervalChart(title: string, note: string, rows: readonly IntervalRow[]): Html {
  const ends = rows.flatMap(({ share }) => [bent(share.low), bent(share.high)]);
  const low = ends.reduce((least, end) => Math.min(least, end), -0.01);
  const high = ends.reduce((most, end) => Math.max(most, end), 0.01);
  const margin = (high - low) * 0.06;
  const [from, to] = [low - margin, high + margin];
  const at = (share: number) =>
    Math.round((LEFT + ((bent(share) - from) / (to - from)) * (RIGHT - LEFT)) * 10) / 10;
  const bottom = PLOT.top + rows.length * ROW;
  return html`<figure><figcaption>${title}<small>${note}</small></figcaption>
<svg viewBox="0 0 ${WIDTH} ${bottom + 44}" role="img" aria-label="${title}">${ticksBetween(at).map(
    (tick) =>
      html`<path class="${tick === 0 ? "axis" : "grid"}" d="M${at(tick)} ${PLOT.top}V${bottom}"/><text class="tick" x="${at(tick)}" y="${bottom + 16}" text-anchor="middle">${formatRelativeChange(tick)}</text>`,
  )}<text class="label" x="${(LEFT + RIGHT) / 2}" y="${bottom + 36}" text-anchor="middle">Change from before to after</text>${rows.map(
    (row, index) => interval(row, PLOT.top + (index + 0.5) * ROW, at),
  )}</svg></figure>
`;
}

function interval({ name, share, verdict }: IntervalRow, y: number, at: (share: number) => number) {
  const [low, high] = [at(share.low), at(share.high)];
  return html`<g class="${CLASSES[verdict]}"><text class="tick" x="${LEFT - 10}" y="${y}" dy="0.35em" text-anchor="end">${name}</text><path class="range" d="M${low} ${y - 5}v10M${low} ${y}H${high}M${high} ${y - 5}v10"/><circle class="dot" cx="${at(share.value)}" cy="${y}" r="4"/><text class="tick" x="${RIGHT + 10}" y="${y}" dy="0.35em">${formatRelativeChange(share.value)}, ${VERDICTS[verdict]}</text></g>`;
}

/** A hundredth of what was before is as far down as is drawn. */
const bent = (share: number) => Math.log2(Math.max(1 + share, 0.01));

const GAINS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 4, 9, 19, 49, 99];
const LOSSES = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 0.75, 0.9, 0.95];
const APART = 46;

/** Round changes within the plot, from 0 outwards, whose labels do not run into each other. */
function ticksBetween(at: (share: number) => number): number[] {
  const outwards = (changes: readonly number[]) => {
    const kept = [0];
    // Of those that are too near to each other the one that is further out stays.
    for (const share of changes
      .filter((each) => at(each) >= LEFT && at(each) <= RIGHT)
      .toReversed()) {
      if (kept.every((each) => Math.abs(at(each) - at(share)) >= APART)) kept.push(share);
    }
    return kept.slice(1);
  };
  return [...outwards(LOSSES.map((each) => -each)), 0, ...outwards(GAINS)];
}

export const VERDICTS = {
  better: "better",
  worse: "worse",
  none: "no significant difference",
  unknown: "inconclusive",
} as const;
