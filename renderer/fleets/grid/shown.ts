import {
  FIGURES,
  type FigureId,
  type FigureUnit,
  type GridCell,
  type GridFrame,
} from "../../../main/contract/index.ts";
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatPercent,
  NONE,
} from "../../format/numbers.ts";

/** What cells can show besides figures. */
const LOOKS = {
  state: "State",
  version: "Version",
  configuration: "Configuration",
} as const;
export type Look = keyof typeof LOOKS;
export type ShownAs = Look | FigureId;

const FIGURE_CHOICES: readonly FigureId[] = [
  "requestsPerSecond",
  "failuresPerSecond",
  "rejectedPerSecond",
  "inferencesPerSecond",
  "waiting",
  "running",
  "meanBatch",
  "tokensPerStep",
  "queueToCompute",
  "queueMs",
  "computeMs",
  "cacheHitRate",
  "prefixCacheHitRate",
  "kvCacheUse",
  "preemptionsPerSecond",
  "latencyMs",
  "latencyP50Ms",
  "latencyP95Ms",
  "latencyP99Ms",
  "ttftMs",
  "ttftP99Ms",
  "itlMs",
  "itlP99Ms",
  "generatedTokensPerSecond",
  "workers",
];

export const CHOICES: readonly { readonly value: ShownAs; readonly label: string }[] = [
  ...Object.entries(LOOKS).map(([value, label]) => ({ value: value as Look, label })),
  ...FIGURE_CHOICES.map((value) => ({ value, label: FIGURES[value].label })),
];

export const isShown = (text: string): text is ShownAs =>
  CHOICES.some(({ value }) => value === text);

export const isLook = (shown: ShownAs): shown is Look => shown in LOOKS;

/** The figure to request. */
export const shownFigure = (shown: ShownAs): FigureId =>
  isLook(shown) ? "requestsPerSecond" : shown;

/** Figures for which more is worse. */
const WORSE: ReadonlySet<ShownAs> = new Set<FigureId>([
  "failuresPerSecond",
  "rejectedPerSecond",
  "waiting",
  "queueToCompute",
  "queueMs",
  "latencyMs",
  "latencyP50Ms",
  "latencyP95Ms",
  "latencyP99Ms",
  "ttftMs",
  "ttftP99Ms",
  "itlMs",
  "itlP99Ms",
  "preemptionsPerSecond",
]);
export const isWorse = (shown: ShownAs): boolean => WORSE.has(shown);

const FORMATS: Readonly<Partial<Record<FigureUnit, (value: number | null) => string>>> = {
  ms: formatDuration,
  fraction: formatPercent,
  bytes: formatBytes,
};

/** A value without its unit, which the legend shows. */
export function formatFigure(figure: FigureId, value: number | null): string {
  return (FORMATS[FIGURES[figure].unit] ?? formatCount)(value);
}

/** The unit, unless the format includes it; else "". */
export function unitSuffix(figure: FigureId): string {
  const { unit } = FIGURES[figure];
  return FORMATS[unit] || unit === "ratio" ? "" : unit;
}

/** "A" for the most common configuration, "B" for the next. */
export function configurationName(group: number): string {
  return group < 26 ? String.fromCharCode(65 + group) : `A${group}`;
}

const STATES: Readonly<Record<GridCell["state"], string>> = {
  ready: "Ready",
  loading: "Loading",
  unavailable: "Not ready",
  unknown: "Unknown",
};

/** The text of a cell. */
export function cellText(shown: ShownAs, cell: GridCell | null): string {
  if (!cell) return "";
  if (cell.state !== "ready" && cell.state !== "unknown") return STATES[cell.state];
  switch (shown) {
    case "state":
      return STATES[cell.state];
    case "version":
      return cell.versions.join(", ") || NONE;
    case "configuration":
      return cell.configuration === null ? NONE : configurationName(cell.configuration);
    default:
      return formatFigure(shown, cell.value);
  }
}

/** The scale is kept until the largest value falls below this share of it. */
const STAYS = 0.4;

/**
 * The value at full colour: the largest value of all cells, rounded up. The previous one is kept while it still fits,
 * since a new one recolours all cells.
 */
export function findLargest({ replicas }: GridFrame, before = 0): number {
  let most = 0;
  for (const { cells } of replicas)
    for (const cell of cells)
      if (cell && cell.value !== null && cell.value > most) most = cell.value;
  if (most <= 0 || !Number.isFinite(most)) return 0;
  if (most <= before && most > before * STAYS) return before;
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [1, 2, 5, 10].find((each) => each * power >= most) ?? 10;
  return Number((step * power).toPrecision(3));
}
