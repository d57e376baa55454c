import {
  type FigureDifference,
  formatChangeWithInterval,
  formatPointsWithInterval,
  type LoadComparison,
  MEASURED_FIGURES,
} from "../../contract/index.ts";
import { formatLoads } from "./load-text.ts";

type Figure = FigureDifference["figure"];
type LoadFigures = Pick<LoadComparison, "before" | "after" | "figures">;

/** Max loads described in full; the others are named. */
const MAX_STATED = 3;

/**
 * What changed, load by load: "At 32 clients: throughput 7.2× (6.1–8.4×), p99 −74 % (−85 to −64 %)." The largest change
 * first; loads with the same result share a sentence. Empty for no loads.
 */
export function loadSentences(loads: readonly LoadFigures[]): string[] {
  const stated = loads.map((each) => ({ load: each, ...statement(each.figures) }));
  const changed = stated.filter(({ size }) => size > 0).toSorted((a, b) => b.size - a.size);
  const rest = Map.groupBy(
    stated.filter(({ size }) => size === 0),
    ({ text }) => text,
  );
  const further = changed.slice(MAX_STATED).map(({ load }) => load);
  return [
    ...changed.slice(0, MAX_STATED).map(({ load, text }) => `At ${loadName([load])}: ${text}.`),
    ...(further.length > 0 ? [`Also significant at ${loadName(further)}.`] : []),
    ...[...rest].map(([text, same]) => `At ${loadName(same.map(({ load }) => load))}: ${text}.`),
  ];
}

function loadName(loads: readonly LoadFigures[]): string {
  const [only] = loads;
  if (loads.length === 1 && only && formatLoads([only.before]) !== formatLoads([only.after])) {
    return `${formatLoads([only.before])} against ${formatLoads([only.after])}`;
  }
  return formatLoads(loads.map(({ before }) => before));
}

interface Statement {
  /** Size of the largest significant change, on a log scale; 0: none. */
  readonly size: number;
  readonly text: string;
}

/** One load: its significant figures, and what the other deciding ones show. */
function statement(figures: readonly FigureDifference[]): Statement {
  const deciding = decidingFigures(figures);
  const significant = deciding.filter(isSignificant);
  const none = deciding.filter(({ verdict }) => verdict === "none").map(nameFor);
  const unknown = deciding.filter(({ verdict }) => verdict === "unknown").map(nameFor);
  if (significant.length > 0) {
    const texts = [
      significant.map(changeText).join(", "),
      ...(none.length > 0 ? [`no significant difference in ${none.join(" and ")}`] : []),
      ...(unknown.length > 0 ? [`${unknown.join(" and ")} inconclusive`] : []),
    ];
    return { size: Math.max(...significant.map(sizeOfChange)), text: texts.join("; ") };
  }
  if (unknown.length === 0 && none.length > 0)
    return { size: 0, text: "no significant difference" };
  if (none.length === 0) return { size: 0, text: "inconclusive" };
  const text = `no significant difference in ${none.join(" and ")}, ${unknown.join(" and ")} inconclusive`;
  return { size: 0, text };
}

export const isSignificant = ({ verdict }: FigureDifference) =>
  verdict === "better" || verdict === "worse";

/** The deciding figures: throughput and tail latency, and everything else that changed significantly. */
export function decidingFigures(figures: readonly FigureDifference[]): FigureDifference[] {
  const by = new Map(figures.map((each) => [each.figure, each]));
  const known = (names: readonly Figure[]) => {
    const there = names.flatMap((name) => by.get(name) ?? []);
    return (
      there.find(({ verdict }) => verdict !== "unknown") ??
      there.find(({ share }) => share) ??
      there[0]
    );
  };
  const isChat = by.has("outputTokens");
  const always: readonly (readonly Figure[])[] = isChat
    ? [["throughput"], ["firstTokenP99", "firstTokenP50"]]
    : [["throughput"], ["p99", "p95", "p90", "p50"]];
  const picked = new Set(always.flatMap((names) => known(names) ?? []));
  const ifSignificant: readonly Figure[] = isChat
    ? ["goodput", "outputTokens", "betweenTokensP50", "failures"]
    : ["goodput", "failures"];
  for (const name of ifSignificant) {
    const figure = by.get(name);
    if (figure && isSignificant(figure)) picked.add(figure);
  }
  const median = by.get("p50");
  if (!isChat && median && isSignificant(median) && ![...picked].some(isTail)) picked.add(median);
  return figures.filter((each) => picked.has(each));
}

const isTail = (each: FigureDifference) =>
  isSignificant(each) && ["p99", "p95", "p90"].includes(each.figure);

const nameFor = ({ figure }: FigureDifference) => MEASURED_FIGURES[figure].inSentence;

function changeText(each: FigureDifference): string {
  const { share, points, before, after } = each;
  if (share) return `${nameFor(each)} ${formatChangeWithInterval(share)}`;
  if (points) return `${nameFor(each)} ${formatPointsWithInterval(points)}`;
  return `${nameFor(each)} ${number(before)} → ${number(after)}`;
}

function sizeOfChange({ share, points }: FigureDifference): number {
  if (share) return Math.abs(Math.log1p(share.value));
  return points ? Math.abs(points.value) : Number.MAX_VALUE;
}

const number = (value: number | null) => (value === null ? "–" : Number(value.toPrecision(3)));
