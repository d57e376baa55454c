import { createHash } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { packChunk, unpackChunk } from "../series/packing/chunk.ts";
import { Layout } from "../series/packing/layout.ts";
import type { Row } from "../series/recent.ts";
import type { Db } from "../../store/index.ts";

/** `fine`: every 10 s; `coarse`: every 5 minutes. */
export type Grain = "fine" | "coarse";

export const STEP_MS: Readonly<Record<Grain, number>> = { fine: 10_000, coarse: 300_000 };

/** A row to be written. */
export interface ServerRow extends Row {
  readonly serverId: string;
}

/** Rows that end in (from, to], at most `limit`. */
export interface RowSpan {
  readonly from: number;
  readonly to: number;
  readonly limit: number;
}

interface Stored {
  readonly t: number;
  readonly layout: number;
  readonly bytes: Uint8Array;
}

interface Chunk {
  readonly last: number;
  readonly layout: number;
  readonly bytes: Uint8Array;
}

/** Max rows per chunk: those of ten minutes, or of five hours. */
export const CHUNK_ROWS = 60;

/** Size of a row without its figures, index entry included. */
const ROW_BYTES = 40;

/** The rows in the history's database. */
export class HistoryStore {
  readonly #db: Db;
  readonly #servers = new Map<string, number>();
  readonly #layoutIds = new WeakMap<Layout, number>();
  readonly #layouts = new Map<number, Layout>();

  constructor(db: Db) {
    this.#db = db;
  }

  /** Writes all of them, or none. Existing rows are kept. */
  write(grain: Grain, rows: readonly ServerRow[]): void {
    this.#db.transaction(() => {
      for (const { serverId, t, layout, bytes } of rows)
        this.#db.run(
          `INSERT OR IGNORE INTO ${grain} (server, t, layout, bytes) VALUES (?, ?, ?, ?)`,
          this.#serverKey(serverId),
          t,
          this.#layoutId(layout),
          deflateRawSync(bytes, { level: 1 }),
        );
    });
  }

  /** Oldest first. */
  read(grain: Grain, serverId: string, span: RowSpan): Row[] {
    const server = this.#serverKey(serverId);
    const rows = this.#rows(grain, server, span);
    const chunked = this.#chunked(grain, server, span);
    if (chunked.length === 0) return rows;
    return [...chunked, ...rows].sort((a, b) => a.t - b.t).slice(0, span.limit);
  }

  /**
   * Packs a server's oldest rows that end by `until` into a chunk, as many as share a layout and fit the span of a
   * chunk. Returns whether there were any.
   */
  compact(grain: Grain, serverId: string, until: number): boolean {
    const server = this.#serverKey(serverId);
    const oldest = this.#stored(grain, server, {
      from: Number.NEGATIVE_INFINITY,
      to: until,
      limit: CHUNK_ROWS,
    });
    const [first] = oldest;
    if (!first) return false;
    const end = first.t + CHUNK_ROWS * STEP_MS[grain];
    const other = oldest.findIndex(({ t, layout }) => t >= end || layout !== first.layout);
    const taken = other < 0 ? oldest : oldest.slice(0, other);
    const last = taken.at(-1) ?? first;
    const rows = taken.map(({ t, bytes }) => ({ t, bytes: inflateRawSync(bytes) }));
    const chunk = packChunk(this.#layout(first.layout), rows);
    this.#db.transaction(() => {
      this.#db.run(
        `INSERT INTO ${grain}_chunks (server, first, last, layout, rows, bytes) VALUES (?, ?, ?, ?, ?, ?)`,
        server,
        first.t,
        last.t,
        first.layout,
        taken.length,
        chunk,
      );
      this.#db.run(
        `DELETE FROM ${grain} WHERE server = ? AND t >= ? AND t <= ?`,
        server,
        first.t,
        last.t,
      );
    });
    return true;
  }

  servers(): string[] {
    return this.#db.all<{ name: string }>("SELECT name FROM servers").map(({ name }) => name);
  }

  /** The end of a server's newest row by `until`; null if there is none. */
  newest(grain: Grain, serverId: string, until: number): number | null {
    const server = this.#serverKey(serverId);
    const newest = (column: string, table: string) =>
      this.#db.get<{ t: number | null }>(
        `SELECT max(${column}) AS t FROM ${table} WHERE server = ? AND ${column} <= ?`,
        server,
        until,
      )?.t;
    return newest("t", grain) ?? newest("last", `${grain}_chunks`) ?? null;
  }

  /** Drops rows that end before `before`, at most `limit`; returns how many. */
  dropBefore(grain: Grain, before: number, limit: number): number {
    this.#db.run(
      `DELETE FROM ${grain}_chunks WHERE id IN (SELECT id FROM ${grain}_chunks ORDER BY id LIMIT ?) AND last < ?`,
      limit,
      before,
    );
    return this.#db.run(
      `DELETE FROM ${grain} WHERE id IN (SELECT id FROM ${grain} ORDER BY id LIMIT ?) AND t < ?`,
      limit,
      before,
    ).changes;
  }

  /** Drops the rows written first; returns how many. */
  dropOldest(grain: Grain, count: number): number {
    const oldest = this.#db.all<{ id: number; rows: number }>(
      `SELECT id, rows FROM ${grain}_chunks ORDER BY id LIMIT ?`,
      Math.ceil(count / CHUNK_ROWS),
    );
    const last = oldest.at(-1);
    if (last) {
      this.#db.run(`DELETE FROM ${grain}_chunks WHERE id <= ?`, last.id);
      return oldest.reduce((sum, { rows }) => sum + rows, 0);
    }
    return this.#db.run(
      `DELETE FROM ${grain} WHERE id IN (SELECT id FROM ${grain} ORDER BY id LIMIT ?)`,
      count,
    ).changes;
  }

  /** Removes names that no row uses any more; the file releases free pages. */
  tidy(): void {
    const used = ["fine", "coarse", "fine_chunks", "coarse_chunks"].map(
      (table) => `SELECT DISTINCT layout FROM ${table}`,
    );
    this.#db.run(`DELETE FROM layouts WHERE id NOT IN (${used.join(" UNION ")})`);
    this.#layouts.clear();
    this.#db.all("PRAGMA incremental_vacuum");
  }

  /** Bytes in use in the file. */
  size(): number {
    const pragma = (name: string) =>
      Object.values(this.#db.get<Record<string, number>>(`PRAGMA ${name}`) ?? {})[0] ?? 0;
    return (pragma("page_count") - pragma("freelist_count")) * pragma("page_size");
  }

  count(grain: Grain): number {
    const single = this.#db.get<{ n: number }>(`SELECT count(*) AS n FROM ${grain}`)?.n ?? 0;
    const chunked = this.#db.get<{ n: number | null }>(
      `SELECT sum(rows) AS n FROM ${grain}_chunks`,
    );
    return single + (chunked?.n ?? 0);
  }

  /** Approximate bytes of its rows and chunks, estimated from the newest. */
  weight(grain: Grain): number {
    return this.#tableBytes(grain) + this.#tableBytes(`${grain}_chunks`);
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

  #tableBytes(table: string): number {
    const newest = `SELECT bytes FROM ${table} ORDER BY id DESC LIMIT 100`;
    const row = this.#db.get<{ n: number; mean: number | null }>(
      `SELECT (SELECT count(*) FROM ${table}) AS n, avg(length(bytes)) AS mean FROM (${newest})`,
    );
    return row ? row.n * ((row.mean ?? 0) + ROW_BYTES) : 0;
  }

  #rows(grain: Grain, server: number, span: RowSpan): Row[] {
    return this.#stored(grain, server, span).map(({ t, layout, bytes }) => ({
      t,
      layout: this.#layout(layout),
      bytes: new Uint8Array(inflateRawSync(bytes)),
    }));
  }

  #stored(grain: Grain, server: number, { from, to, limit }: RowSpan): Stored[] {
    return this.#db.all<Stored>(
      `SELECT t, layout, bytes FROM ${grain} WHERE server = ? AND t > ? AND t <= ? ORDER BY t LIMIT ?`,
      server,
      Math.floor(from),
      Math.floor(to),
      limit,
    );
  }

  #chunked(grain: Grain, server: number, { from, to, limit }: RowSpan): Row[] {
    const rows: Row[] = [];
    let after = Math.floor(from);
    while (rows.length < limit) {
      const chunk = this.#db.get<Chunk>(
        `SELECT last, layout, bytes FROM ${grain}_chunks WHERE server = ? AND last > ? AND first <= ? ORDER BY last LIMIT 1`,
        server,
        after,
        Math.floor(to),
      );
      if (!chunk) break;
      const layout = this.#layout(chunk.layout);
      for (const { t, bytes } of unpackChunk(layout, chunk.bytes))
        if (t > from && t <= to) rows.push({ t, layout, bytes });
      after = chunk.last;
    }
    return rows;
  }

  #serverKey(name: string): number {
    const known = this.#servers.get(name);
    if (known !== undefined) return known;
    this.#db.run("INSERT OR IGNORE INTO servers (name) VALUES (?)", name);
    const id = this.#db.get<{ id: number }>("SELECT id FROM servers WHERE name = ?", name)?.id ?? 0;
    this.#servers.set(name, id);
    return id;
  }

  /** A layout whose row was removed while unused is written again. */
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
