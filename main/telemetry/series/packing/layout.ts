import type { FigureId } from "../../../contract/index.ts";
import type { DeltaPart } from "../../delta/delta-part.ts";
import { listFigureIds } from "../../delta/part-figures.ts";

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** The parts of a figure that don't change between intervals. */
export type Column = Without<
  DeltaPart,
  | "sum"
  | "readings"
  | "growth"
  | "seconds"
  | "part"
  | "whole"
  | "counts"
  | "latency"
  | "count"
  | "by"
  | "ranges"
  | "hint"
>;

/** The columns of packed rows. Servers with equal parts, such as the replicas of a fleet, share one layout. */
export class Layout {
  readonly columns: readonly Column[];
  readonly text: string;
  /** By model and figure. */
  readonly #places = new Map<string, number>();

  constructor(columns: readonly Column[], text = JSON.stringify(columns, infinitely)) {
    this.columns = columns;
    this.text = text;
    columns.forEach((column, index) => {
      for (const figure of listFigureIds(column as DeltaPart))
        this.#places.set(`${figure} ${column.model}`, index);
    });
  }

  static read(text: string): Layout {
    return new Layout(JSON.parse(text, finitely) as Column[], text);
  }

  /** The index of the column with a figure of a model; -1 if none has it. */
  findColumn(figure: FigureId, model: string): number {
    return this.#places.get(`${figure} ${model}`) ?? -1;
  }
}

const MAX_KEPT = 500;

/** Layouts by content, so that equal ones are shared. */
export class Layouts {
  readonly #kept = new Map<string, Layout>();

  /** `last`: the one that most likely fits. Unavailable figures have no column. */
  of(parts: readonly DeltaPart[], last: Layout | null): Layout {
    const available = parts.filter(({ form }) => form !== "unavailable");
    if (last && fits(last, available)) return last;
    const layout = new Layout(available.map(toColumn));
    const known = this.#kept.get(layout.text);
    if (known) return known;
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    this.#kept.set(layout.text, layout);
    return layout;
  }
}

function fits({ columns }: Layout, parts: readonly DeltaPart[]): boolean {
  if (columns.length !== parts.length) return false;
  return parts.every((part, index) => {
    const column = columns[index];
    if (column?.form !== part.form || column.model !== part.model) return false;
    if (column.source !== part.source) return false;
    if (part.form === "histogram" && column.form === "histogram")
      return part.bounds === column.bounds && part.mean === column.mean;
    if (part.form === "latency") return true;
    return "figure" in column && "figure" in part && column.figure === part.figure;
  });
}

function toColumn(part: DeltaPart): Column {
  const { form, model, source } = part;
  switch (part.form) {
    case "histogram": {
      const { mean, quantiles, bounds } = part;
      return { form: "histogram", model, source, mean, quantiles, bounds };
    }
    case "latency":
      return { form: "latency", model, source, quantiles: part.quantiles };
    case "gauge":
      return { form: "gauge", model, source, figure: part.figure, across: part.across };
    default:
      return { form, model, source, figure: part.figure } as Column;
  }
}

function infinitely(_key: string, value: unknown): unknown {
  return value === Infinity ? "+Inf" : value;
}

function finitely(_key: string, value: unknown): unknown {
  return value === "+Inf" ? Infinity : value;
}
