import type { Panel, PanelUnit, RequestResult } from "../../../main/contract/index.ts";
import type { SeriesLine, SeriesPoint } from "../../charts/series-data.ts";
import { chartColor } from "../colors.ts";
import { labelsText } from "../metric-text.ts";
import { panelUnits } from "./panel-units.ts";

type Answer = RequestResult<"prometheus.query">;
type Labels = Answer["series"][number]["labels"];

const COLORS = 6;
/** Points further apart than this many steps have a gap between them. */
const GAP_STEPS = 1.5;

/** One line for each series of a response. */
export function panelLines(
  { id, title, unit }: Pick<Panel, "id" | "title" | "unit">,
  { series, stepSeconds }: Pick<Answer, "series" | "stepSeconds">,
): SeriesLine[] {
  const { axis, scale, text } = panelUnits[unit];
  const distinguishing = distinguishingLabels(series.map(({ labels }) => labels));
  return series.map(({ labels, points }, index) => {
    const name = seriesName(labels, distinguishing) || title;
    return {
      key: `panel ${id} ${JSON.stringify(labels)}`,
      label: name,
      name: name === title ? title : `${title}, ${name}`,
      color: chartColor(((index % COLORS) + 1) as 1 | 2 | 3 | 4 | 5 | 6),
      dashed: index >= COLORS,
      points: withGaps(points, stepSeconds * 1000, scale),
      text,
      unit: axis === "share" ? "" : axis,
    };
  });
}

/** The labels that distinguish series: the shortest one that suffices, else all that differ; for a single series all. */
export function distinguishingLabels(all: readonly Labels[]): readonly string[] {
  const names = [...new Set(all.flatMap((labels) => Object.keys(labels)))].sort();
  if (all.length < 2) return names;
  const kinds = (name: string) => new Set(all.map((labels) => labels[name])).size;
  const length = (name: string) =>
    all.reduce((sum, labels) => sum + (labels[name] ?? "").length, 0);
  const [alone] = names
    .filter((name) => kinds(name) === all.length)
    .sort((a, b) => length(a) - length(b));
  return alone === undefined ? names.filter((name) => kinds(name) > 1) : [alone];
}

/** A series' name and labels; a single label only by its value, unless that is a number. "" if it has none. */
export function seriesName(labels: Labels, distinguishing: readonly string[]): string {
  const { __name__: name = "", ...rest } = labels;
  const shown = Object.entries(rest).filter(([label]) => distinguishing.includes(label));
  const [only] = shown;
  const ownName = distinguishing.includes("__name__") ? name : "";
  const isNamed = /[A-Za-z]/.test(only?.[1] ?? "");
  if (ownName === "" && shown.length === 1 && only && isNamed) return only[1];
  return [ownName, labelsText(Object.fromEntries(shown))].filter(Boolean).join(" ");
}

function withGaps(
  points: readonly (readonly [t: number, value: number | null])[],
  stepMs: number,
  scale: number,
): SeriesPoint[] {
  let before: number | null = null;
  return points.flatMap(([t, value]) => {
    const last = before;
    before = t;
    const point = { t, value: value === null ? null : value * scale, least: null, most: null };
    if (last === null || t - last <= GAP_STEPS * stepMs) return [point];
    return [{ t: last + stepMs, value: null, least: null, most: null }, point];
  });
}

/** A value with its unit. */
export const panelValueText = (unit: PanelUnit, value: number | null): string =>
  panelUnits[unit].text(value === null ? null : value * panelUnits[unit].scale);
