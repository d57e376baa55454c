import {
  FIGURES,
  type FigureId,
  type ObservedFigure,
  type ObservedFrame,
} from "../../main/contract/index.ts";
import { baseText } from "./time-base.ts";

const NOT_REPORTED = "Not reported by this server.";

/** A frame's figures by model and figure, with unavailable ones separate. */
export interface FigureTable {
  /** Of one model; "": the whole server. */
  get(model: string, figure: FigureId): ObservedFigure | undefined;
  /** The model's own, else that of the whole server. */
  find(model: string, figure: FigureId): ObservedFigure | undefined;
  /** The model's own value; null without one. */
  value(model: string, figure: FigureId): number | null;
  /** Hint of a model's figure: its meaning and source, and why it is missing. */
  hint(model: string, figure: FigureId): string;
  /** Hint of a column: the first model's source, and the time base. */
  columnHint(figure: FigureId): string;
  /** Models with figures, including "" if the whole server has some. */
  readonly models: readonly string[];
  readonly unavailable: readonly Missing[];
}

/** Unavailable figures with a common reason and remedy. */
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

/** The figures of one model by id; null if missing. */
export type ModelFigures = (figure: FigureId) => number | null;

/** The model with the most figures; "" if only the whole server has any. */
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

/** Hint of a figure: name and meaning, source, and why it is missing. */
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
