import { createHash } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { Layout, type Row } from "../observation/index.ts";
import type { Db } from "../store/index.ts";

/** `fine`: every 10 s; `coarse`: every 5 minutes. */
export type Grain = "fine" | "coarse";

export const STEP_MS: Readonly<Record<Grain, number>> = { fine: 10_000, coarse: 300_000 };

/** A row on its way to the disk. */
export interface ServerRow extends Row {
  readonly serverId: string;
}

interface Stored {
  readonly t: number;
  readonly layout: number;
  readonly bytes: Uint8Array;
}

/** Of a row beside its figures, its place in the index among them. */
const ROW_BYTES = 40;

/** Rows of observations in the history's database. */
export class HistoryStore {
  readonly #db: Db;
  readonly #servers = new Map<string, number>();
  readonly #layoutIds = new WeakMap<Layout, number>();
  readonly #layouts = new Map<number, Layout>();

  constructor(db: Db) {
    this.#db = db;
  }

  /** All of them or none. A row that is there already stays. */
  write(grain: Grain, rows: readonly ServerRow[]): void {
    this.#db.transaction(() => {
      for (const { serverId, t, layout, bytes } of rows)
        this.#db.run(
          `INSERT OR IGNORE INTO ${grain} (server, t, layout, bytes) VALUES (?, ?, ?, ?)`,
          this.#serverOf(serverId),
          t,
          this.#layoutId(layout),
          deflateRawSync(bytes, { level: 1 }),
        );
    });
  }

  /** Those that end in (from, to], oldest first, at most `limit`. */
  read(grain: Grain, serverId: string, from: number, to: number, limit: number): Row[] {
    return this.#db
      .all<Stored>(
        `SELECT t, layout, bytes FROM ${grain} WHERE server = ? AND t > ? AND t <= ? ORDER BY t LIMIT ?`,
        this.#serverOf(serverId),
        Math.floor(from),
        Math.floor(to),
        limit,
      )
      .map(({ t, layout, bytes }) => ({
        t,
        layout: this.#layout(layout),
        bytes: new Uint8Array(inflateRawSync(bytes)),
      }));
  }

  servers(): string[] {
    return this.#db.all<{ name: string }>("SELECT name FROM servers").map(({ name }) => name);
  }

  /** When the newest row of a server ends; null where there is none. */
  newest(grain: Grain, serverId: string): number | null {
    const row = this.#db.get<{ t: number | null }>(
      `SELECT max(t) AS t FROM ${grain} WHERE server = ?`,
      this.#serverOf(serverId),
    );
    return row?.t ?? null;
  }

  /** Drops rows that end before `before`, at most `limit`; how many were dropped. */
  dropBefore(grain: Grain, before: number, limit: number): number {
    return this.#db.run(
      `DELETE FROM ${grain} WHERE id IN (SELECT id FROM ${grain} ORDER BY id LIMIT ?) AND t < ?`,
      limit,
      before,
    ).changes;
  }

  /** Drops the rows written first; how many were dropped. */
  dropOldest(grain: Grain, count: number): number {
    return this.#db.run(
      `DELETE FROM ${grain} WHERE id IN (SELECT id FROM ${grain} ORDER BY id LIMIT ?)`,
      count,
    ).changes;
  }

  /** Names that no row uses any more go; the file gives back what is free. */
  tidy(): void {
    this.#db.run(
      "DELETE FROM layouts WHERE id NOT IN (SELECT DISTINCT layout FROM fine UNION SELECT DISTINCT layout FROM coarse)",
    );
    this.#layouts.clear();
    this.#db.all("PRAGMA incremental_vacuum");
  }

  /** Bytes that are in use in the file. */
  size(): number {
    const pragma = (name: string) =>
      Object.values(this.#db.get<Record<string, number>>(`PRAGMA ${name}`) ?? {})[0] ?? 0;
    return (pragma("page_count") - pragma("freelist_count")) * pragma("page_size");
  }

  count(grain: Grain): number {
    return this.#db.get<{ n: number }>(`SELECT count(*) AS n FROM ${grain}`)?.n ?? 0;
  }

  /** About how many bytes its rows take, by the newest ones. */
  weight(grain: Grain): number {
    const newest = `SELECT bytes FROM ${grain} ORDER BY id DESC LIMIT 100`;
    const row = this.#db.get<{ mean: number | null }>(
      `SELECT avg(length(bytes)) AS mean FROM (${newest})`,
    );
    return this.count(grain) * ((row?.mean ?? 0) + ROW_BYTES);
  }

  pins(): { serverId: string; key: string }[] {
    return this.#db.all<{ serverId: string; key: string }>(
      "SELECT server AS serverId, key FROM pins",
    );
  }

  pin(serverId: string, key: string, pinned: boolean): void {
    if (pinned)
      this.#db.run("INSERT OR IGNORE INTO pins (server, key) VALUES (?, ?)", serverId, key);
    else this.#db.run("DELETE FROM pins WHERE server = ? AND key = ?", serverId, key);
  }

  close(): void {
    this.#db.close();
  }

  #serverOf(name: string): number {
    const known = this.#servers.get(name);
    if (known !== undefined) return known;
    this.#db.run("INSERT OR IGNORE INTO servers (name) VALUES (?)", name);
    const id = this.#db.get<{ id: number }>("SELECT id FROM servers WHERE name = ?", name)?.id ?? 0;
    this.#servers.set(name, id);
    return id;
  }

  /** A layout whose row was tidied away while nothing used it is written again. */
  #layoutId(layout: Layout): number {
    const known = this.#layoutIds.get(layout);
    if (known !== undefined && this.#db.get("SELECT 1 FROM layouts WHERE id = ?", known))
      return known;
    const hash = createHash("sha256").update(layout.text).digest("base64url");
    this.#db.run(
      "INSERT OR IGNORE INTO layouts (hash, text) VALUES (?, ?)",
      hash,
      deflateRawSync(layout.text),
    );
    const id = this.#db.get<{ id: number }>("SELECT id FROM layouts WHERE hash = ?", hash)?.id ?? 0;
    this.#layoutIds.set(layout, id);
    return id;
  }

  #layout(id: number): Layout {
    const known = this.#layouts.get(id);
    if (known) return known;
    const row = this.#db.get<{ text: Uint8Array }>("SELECT text FROM layouts WHERE id = ?", id);
    const layout = row ? Layout.read(inflateRawSync(row.text).toString()) : new Layout([]);
    this.#layouts.set(id, layout);
    return layout;
  }
}
