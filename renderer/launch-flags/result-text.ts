import type { FigureDifference, LaunchResult, LoadComparison } from "../../main/contract/index.ts";
import { figureFormat } from "../figures/comparison/figure-rows.ts";
import { formatDuration } from "../format/numbers.ts";

export const FIGURE_COLUMNS = [
  { figure: "outputTokens", head: "Output tokens" },
  { figure: "firstTokenP50", head: "First token p50" },
  { figure: "betweenTokensP50", head: "Between chunks p50" },
  { figure: "p50", head: "Latency p50" },
] as const satisfies readonly { figure: FigureDifference["figure"]; head: string }[];

/** Time until it was ready; "–" where it was not, or served before. */
export function describeReady({ readySeconds }: LaunchResult): string {
  return readySeconds === null ? "–" : formatDuration(readySeconds * 1000);
}

/** The highest load that a candidate has in common with the base; "" without one. */
export function shownLoad(results: readonly LaunchResult[]): string {
  const load = results.map(highestLoad).find((each) => each !== undefined)?.before;
  if (!load) return "";
  const value = Number(load.value.toPrecision(4));
  return load.kind === "rate" ? `${value}/s` : value === 1 ? "1 client" : `${value} clients`;
}

/** Figures at the highest load: a candidate's with their change, the base's without. */
export function figureCells(result: LaunchResult, results: readonly LaunchResult[]): string[] {
  const isBase = result === results[0];
  const load = isBase ? results.map(highestLoad).find((each) => each) : highestLoad(result);
  return FIGURE_COLUMNS.map(({ figure }) => {
    const found = load?.figures.find((each) => each.figure === figure);
    if (!found) return "–";
    return figureFormat(found)(isBase ? found.before : found.after);
  });
}

function highestLoad({ comparison }: LaunchResult): LoadComparison | undefined {
  return comparison?.loads.at(-1);
}
