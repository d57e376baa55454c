import type { GridFrame, GridReplica } from "../../../main/contract/index.ts";

export interface Arrangement {
  /** Part of a replica's name or address. */
  readonly search: string;
  readonly state: "all" | "live" | "notLive";
  /** Only replicas and models that differ from the majority. */
  readonly differing: boolean;
  /** "name", "state", "total", or "model NAME". */
  readonly sort: string;
  readonly descending: boolean;
}

export const plainly: Arrangement = {
  search: "",
  state: "all",
  differing: false,
  sort: "name",
  descending: false,
};

export interface Arranged {
  /** Indices into the frame's models. */
  readonly columns: readonly number[];
  readonly rows: readonly GridReplica[];
}

/** The visible replicas and models, in order. */
export function arrange(frame: GridFrame, arrangement: Arrangement): Arranged {
  const { search, state, differing, sort, descending } = arrangement;
  const wanted = search.trim().toLowerCase();
  const usual = differing ? frame.models.map((_, index) => findUsual(frame, index)) : [];
  const differs = (replica: GridReplica, index: number) =>
    describeCell(replica, index) !== usual[index];
  const rows = frame.replicas.filter(
    (replica) =>
      (wanted === "" || `${replica.name} ${replica.address}`.toLowerCase().includes(wanted)) &&
      (state === "all" || (replica.state === "live") === (state === "live")) &&
      (!differing ||
        replica.state !== "live" ||
        frame.models.some((_, index) => differs(replica, index))),
  );
  const columns = frame.models
    .map((_, index) => index)
    .filter((index) => !differing || frame.replicas.some((replica) => differs(replica, index)));
  const sorted = rows.toSorted(
    (a, b) =>
      compare(sortValue(a, frame, sort), sortValue(b, frame, sort), descending) || byName(a, b),
  );
  return { columns, rows: sorted };
}

/** A replica's state of a model, without figures. */
function describeCell({ cells }: GridReplica, index: number): string {
  const cell = cells[index];
  if (!cell) return "none";
  return `${cell.state} ${cell.versions.join(",")} ${cell.configuration ?? ""}`;
}

/** The most common state; null without any. */
function findUsual(frame: GridFrame, index: number): string | null {
  const said = Map.groupBy(frame.replicas, (replica) => describeCell(replica, index));
  let usual: string | null = null;
  let most = 0;
  for (const [words, { length }] of said) {
    if (length <= most) continue;
    usual = words;
    most = length;
  }
  return usual;
}

/** Created once, since localeCompare creates one on each call. */
const BY_WORDS = new Intl.Collator("en", { numeric: true });

type Value = string | number | null;

function sortValue(replica: GridReplica, frame: GridFrame, sort: string): Value {
  if (sort === "state") return replica.state;
  if (sort === "total") return replica.total;
  if (!sort.startsWith("model ")) return replica.name;
  const cell = replica.cells[frame.models.indexOf(sort.slice("model ".length))];
  return cell?.value ?? null;
}

/** Missing values are last in either order. */
function compare(a: Value, b: Value, descending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const order =
    typeof a === "string" && typeof b === "string" ? BY_WORDS.compare(a, b) : Number(a) - Number(b);
  return descending ? -order : order;
}

function byName(a: GridReplica, b: GridReplica): number {
  return BY_WORDS.compare(a.name, b.name);
}
