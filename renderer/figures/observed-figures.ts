import {
  FIGURES,
  type FigureId,
  type ObservedFigure,
  type ObservedFrame,
} from "../../main/contract/index.ts";
import { baseText } from "./time-base.ts";

const NOT_REPORTED = "Not reported by this server.";

/** A frame's figures by model and by figure; those that are unavailable apart. */
export interface FigureTable {
  /** Of one model; "": the whole server. */
  get(model: string, figure: FigureId): ObservedFigure | undefined;
  /** The model's own, else that of the whole server. */
  find(model: string, figure: FigureId): ObservedFigure | undefined;
  /** The model's own value; null where it has none. */
  value(model: string, figure: FigureId): number | null;
  /** What a hint says about a model's figure: its meaning and source, and why it is missing. */
  hint(model: string, figure: FigureId): string;
  /** The same for a column: where the first model has it from, and what it covers. */
  columnHint(figure: FigureId): string;
  /** Models that have figures, "" among them where the whole server has. */
  readonly models: readonly string[];
  readonly unavailable: readonly Missing[];
}

/** Figures that are unavailable, and what they share: why, and what would change it. */
export interface Missing {
  readonly hint: string;
  readonly figures: readonly FigureId[];
}

export function figureTable(frame: ObservedFrame | null): FigureTable {
  const byModel = new Map<string, Map<FigureId, ObservedFigure>>();
  const missing = new Map<string, Set<FigureId>>();
  for (const each of frame?.figures ?? []) {
    if (each.provenance === "unavailable") {
      const hint = each.hint ?? NOT_REPORTED;
      missing.set(hint, (missing.get(hint) ?? new Set()).add(each.figure));
      continue;
    }
    const of = byModel.get(each.model) ?? new Map<FigureId, ObservedFigure>();
    byModel.set(each.model, of.set(each.figure, each));
  }
  const get = (model: string, figure: FigureId) => byModel.get(model)?.get(figure);
  const missingHint = (figure: FigureId) => {
    const [reason] = [...missing].find(([, figures]) => figures.has(figure)) ?? [NOT_REPORTED];
    return `${FIGURES[figure].label}. ${FIGURES[figure].meaning}\n${reason}`;
  };
  const hint = (model: string, figure: FigureId) => {
    const own = get(model, figure);
    return own ? observedHint(own) : missingHint(figure);
  };
  return {
    get,
    hint,
    value: (model, figure) => get(model, figure)?.value ?? null,
    columnHint: (figure) => {
      const [own] = [...byModel.values()].flatMap((figures) => figures.get(figure) ?? []);
      const text = own ? observedHint({ ...own, value: own.value ?? 0 }) : missingHint(figure);
      return `${text}\n${baseText[FIGURES[figure].base]}`;
    },
    find: (model, figure) => get(model, figure) ?? get("", figure),
    models: [...byModel.keys()],
    unavailable: [...missing].map(([hint, figures]) => ({ hint, figures: [...figures] })),
  };
}

/** The figures of one model by id; null where one is missing. */
export type ModelFigures = (figure: FigureId) => number | null;

/** The model with most figures; "" where only the whole server has any. */
export function mainModel(frame: ObservedFrame | null): string {
  const counts = new Map<string, number>();
  for (const { model, provenance } of frame?.figures ?? []) {
    if (provenance !== "unavailable") counts.set(model, (counts.get(model) ?? 0) + 1);
  }
  const [best] = [...counts].sort(
    ([a, many], [b, more]) => more - many || Number(a === "") - Number(b === ""),
  );
  return best?.[0] ?? "";
}

const kinds = { exact: "Exact", derived: "Derived", unavailable: "Unavailable" };

/** What a hint says about a figure: its name and meaning, how it came about, and why it is missing. */
export function observedHint({ figure, value, provenance, source, hint }: ObservedFigure): string {
  const { label, meaning } = FIGURES[figure];
  return [
    `${label}. ${meaning}`,
    source ? `${kinds[provenance]}: from ${source}.` : `${kinds[provenance]}.`,
    value === null && provenance !== "unavailable"
      ? "No data: nothing happened in this interval."
      : null,
    hint,
  ]
    .filter(Boolean)
    .join("\n");
}
