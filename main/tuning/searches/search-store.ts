import { StatusError } from "../../../base/status-error.ts";
import { type TuningSearch, tuningSearch } from "../../contract/index.ts";
import type { Db, Migration } from "../../store/index.ts";

export const searchMigrations: readonly Migration[] = [
  {
    id: 41,
    name: "searches for the best configuration",
    sql: `CREATE TABLE tuning_searches (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      version INTEGER NOT NULL,
      search TEXT NOT NULL,
      etag TEXT NOT NULL
    ) STRICT`,
  },
];

const VERSION = 1;

interface Row {
  readonly id: number;
  readonly version: number;
  readonly search: string;
}

/** Searches in the database, each a document. */
export class SearchStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** `etag`: of the former configuration; see the workbench. */
  create(search: Omit<TuningSearch, "id">, etag: string): TuningSearch {
    const { lastInsertRowid: id } = this.#db.run(
      "INSERT INTO tuning_searches (version, search, etag) VALUES (?, ?, ?)",
      VERSION,
      JSON.stringify({ ...search, id: 0 }),
      etag,
    );
    return { ...search, id };
  }

  /** INTERNAL if it couldn't be read again, and nothing is stored. */
  save(search: TuningSearch): void {
    requireReadable(search);
    const { changes } = this.#db.run(
      "UPDATE tuning_searches SET version = ?, search = ? WHERE id = ?",
      VERSION,
      JSON.stringify(search),
      search.id,
    );
    if (changes === 0) throw missing(search.id);
  }

  /** See {@link create}. */
  setEtag(id: number, etag: string): void {
    this.#db.run("UPDATE tuning_searches SET etag = ? WHERE id = ?", etag, id);
  }

  etag(id: number): string {
    const row = this.#db.get<{ etag: string }>("SELECT etag FROM tuning_searches WHERE id = ?", id);
    if (!row) throw missing(id);
    return row.etag;
  }

  /** Newest first; an unreadable one doesn't hide the others. */
  list(): { readonly searches: TuningSearch[]; readonly unreadable: number[] } {
    const rows = this.#db.all<Row>(
      "SELECT id, version, search FROM tuning_searches ORDER BY id DESC",
    );
    const searches: TuningSearch[] = [];
    const unreadable: number[] = [];
    for (const row of rows) {
      const search = read(row);
      if (search) searches.push(search);
      else unreadable.push(row.id);
    }
    return { searches, unreadable };
  }

  /** NOT_FOUND if it doesn't exist, DATA_LOSS if it is unreadable. */
  get(id: number): TuningSearch {
    const row = this.#db.get<Row>(
      "SELECT id, version, search FROM tuning_searches WHERE id = ?",
      id,
    );
    if (!row) throw missing(id);
    const search = read(row);
    if (search) return search;
    throw new StatusError("DATA_LOSS", `Search ${id} in the data directory can't be read.`);
  }

  remove(id: number): void {
    const { changes } = this.#db.run("DELETE FROM tuning_searches WHERE id = ?", id);
    if (changes === 0) throw missing(id);
  }
}

function requireReadable(search: TuningSearch): void {
  const [issue] = tuningSearch.safeParse(search).error?.issues ?? [];
  if (!issue) return;
  throw new StatusError(
    "INTERNAL",
    `Search ${search.id} can't be stored: ${issue.path.join(".")}: ${issue.message}`,
  );
}

function read({ id, version, search }: Row): TuningSearch | null {
  if (version !== VERSION) return null;
  try {
    return { ...tuningSearch.parse(JSON.parse(search)), id };
  } catch {
    return null;
  }
}

const missing = (id: number) =>
  new StatusError("NOT_FOUND", `There is no search ${id}; it may have been removed.`);
