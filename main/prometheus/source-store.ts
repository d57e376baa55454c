import { z } from "zod";
import {
  prometheusLink,
  panelDraft,
  type Panel,
  type PanelDraft,
  type PrometheusLink,
} from "../contract/index.ts";
import { type Connection, connection } from "../servers/index.ts";
import {
  type Db,
  describeIssue,
  type Migration,
  parsedJson,
  type UnreadableRow,
  unreadableRow,
} from "../store/index.ts";

export const prometheusMigrations: readonly Migration[] = [
  {
    id: 110,
    name: "prometheus",
    sql: `
      CREATE TABLE prometheus (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        -- JSON; secrets by reference alone.
        source TEXT NOT NULL
      ) STRICT;
      CREATE TABLE prometheus_links (
        server TEXT PRIMARY KEY,
        prometheus TEXT NOT NULL,
        link TEXT NOT NULL
      ) STRICT;
      CREATE TABLE prometheus_panels (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        server TEXT NOT NULL,
        place INTEGER NOT NULL,
        prometheus TEXT NOT NULL,
        panel TEXT NOT NULL
      ) STRICT;
      CREATE INDEX prometheus_panels_by_server ON prometheus_panels (server, place);`,
  },
];

/** A connection to Prometheus as it is stored: secrets by reference. */
export const source = z.object({ connection, tenant: z.string().default("") });
export interface Source {
  readonly connection: Connection;
  readonly tenant: string;
}

const idOf = (number: number) => `prometheus-${number}`;
const numberOf = (id: string) => Number(/^prometheus-(\d+)$/.exec(id)?.[1] ?? -1);

/** Connections to Prometheus, what belongs to which server there, and panels. An id is never given twice. */
export class SourceStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** One that can't be read does not hide the others. */
  sources(): { readonly sources: [id: string, Source][]; readonly unreadable: UnreadableRow[] } {
    const sources: [string, Source][] = [];
    const unreadable: UnreadableRow[] = [];
    for (const row of this.#db.all<{ number: number; source: string }>(
      "SELECT number, source FROM prometheus ORDER BY number",
    )) {
      const id = idOf(row.number);
      const stored = parsedJson(row.source);
      const read = source.safeParse(stored);
      if (read.success) sources.push([id, read.data]);
      else {
        const { connection: inner = stored } = (stored ?? {}) as { connection?: unknown };
        const fallback = `Prometheus ${row.number}`;
        const reason = describeIssue(stored, read.error);
        unreadable.push({ ...unreadableRow({ id, stored: inner, fallback }, reason), stored });
      }
    }
    return { sources, unreadable };
  }

  add(added: Source): string {
    const { lastInsertRowid } = this.#db.run(
      "INSERT INTO prometheus (source) VALUES (?)",
      JSON.stringify(added),
    );
    return idOf(lastInsertRowid);
  }

  replace(id: string, by: Source): void {
    this.#db.run(
      "UPDATE prometheus SET source = ? WHERE number = ?",
      JSON.stringify(by),
      numberOf(id),
    );
  }

  /** With its links and panels. */
  remove(id: string): void {
    this.#db.transaction(() => {
      this.#db.run("DELETE FROM prometheus WHERE number = ?", numberOf(id));
      this.#db.run("DELETE FROM prometheus_links WHERE prometheus = ?", id);
      this.#db.run("DELETE FROM prometheus_panels WHERE prometheus = ?", id);
    });
  }

  /** Those that can't be read are left out, and stay. */
  links(): [serverId: string, PrometheusLink][] {
    return this.#db
      .all<{ server: string; link: string }>("SELECT server, link FROM prometheus_links")
      .flatMap(({ server, link }): [string, PrometheusLink][] => {
        const read = prometheusLink.safeParse(parsedJson(link));
        return read.success ? [[server, read.data]] : [];
      });
  }

  link(server: string, link: PrometheusLink | null): void {
    if (link === null) {
      this.#db.run("DELETE FROM prometheus_links WHERE server = ?", server);
      return;
    }
    this.#db.run(
      "INSERT OR REPLACE INTO prometheus_links (server, prometheus, link) VALUES (?, ?, ?)",
      server,
      link.prometheus,
      JSON.stringify(link),
    );
  }

  /** Of a server in their order; those that can't be read are left out, and stay. */
  panels(server: string): Panel[] {
    return this.#db
      .all<{ id: number; panel: string }>(
        "SELECT id, panel FROM prometheus_panels WHERE server = ? ORDER BY place, id",
        server,
      )
      .flatMap(({ id, panel }) => {
        const read = panelDraft.safeParse(parsedJson(panel));
        return read.success ? [{ id, ...read.data }] : [];
      });
  }

  /** `id`: null for a new one, which comes last. Null where the server has no such panel. */
  savePanel(server: string, id: number | null, panel: PanelDraft): number | null {
    const text = JSON.stringify(panel);
    if (id === null)
      return this.#db.run(
        `INSERT INTO prometheus_panels (server, place, prometheus, panel)
          SELECT ?, coalesce(max(place), 0) + 1, ?, ? FROM prometheus_panels WHERE server = ?`,
        server,
        panel.prometheus,
        text,
        server,
      ).lastInsertRowid;
    const { changes } = this.#db.run(
      "UPDATE prometheus_panels SET prometheus = ?, panel = ? WHERE id = ? AND server = ?",
      panel.prometheus,
      text,
      id,
      server,
    );
    return changes === 0 ? null : id;
  }

  removePanel(server: string, id: number): void {
    this.#db.run("DELETE FROM prometheus_panels WHERE id = ? AND server = ?", id, server);
  }

  orderPanels(server: string, ids: readonly number[]): void {
    this.#db.transaction(() => {
      for (const [place, id] of ids.entries())
        this.#db.run(
          "UPDATE prometheus_panels SET place = ? WHERE id = ? AND server = ?",
          place,
          id,
          server,
        );
    });
  }
}
