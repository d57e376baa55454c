import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { mutated } from "./testing/mutations.ts";
import { startTestHost, type TestHost } from "./testing/test-host.ts";

const slow = { timeout: 20_000, interval: 20 };

let directory: string;
let hosts: TestHost[];

beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-stored-"));
  fs.mkdirSync(path.join(directory, "models"));
  // Nothing here needs models: a process that waits for its end is engine enough.
  fs.writeFileSync(path.join(directory, "engine.mjs"), "setInterval(() => {}, 1000);\n");
  hosts = [];
});

afterEach(async () => {
  for (const each of hosts) await each.close();
  fs.rmSync(directory, { recursive: true, force: true });
});

async function start(): Promise<TestHost> {
  const engine = pathToFileURL(path.join(directory, "engine.mjs"));
  const host = await startTestHost({ directory, engine });
  hosts.push(host);
  await vi.waitFor(() => expect(host.status()).toBeDefined(), slow);
  return host;
}

async function stop(host: TestHost): Promise<void> {
  hosts = hosts.filter((each) => each !== host);
  await host.close();
}

function database<T>(work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(path.join(directory, "data", "batchdeck.db"));
  try {
    db.exec("PRAGMA foreign_keys = OFF");
    return work(db);
  } finally {
    db.close();
  }
}

interface Column {
  readonly name: string;
  readonly type: string;
}

/** A row in every table, each text in it as given. */
function fillTables(db: DatabaseSync, text: string): void {
  const tables = db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all() as { name: string }[];
  for (const { name } of tables.filter((each) => each.name !== "migrations")) {
    const columns = db.prepare(`PRAGMA table_info(${name})`).all() as unknown as Column[];
    const values = columns.map(({ type }) =>
      type === "TEXT" ? text : type === "BLOB" ? new Uint8Array([1, 2, 3]) : 1,
    );
    const places = columns.map(() => "?").join(", ");
    db.exec(`DELETE FROM ${name}`);
    db.prepare(`INSERT INTO ${name} VALUES (${places})`).run(...values);
  }
}

it.each([
  [""],
  ["null"],
  ["{}"],
  ["[]"],
  ["[null]"],
  ["{ half"],
  ['"text"'],
  ["7"],
  ['{"version":1}'],
])(
  "[STORED-1] starts with stored objects that are %j, and answers what is shown of them",
  async (text) => {
    await stop(await start());
    database((db) => fillTables(db, text));
    const { client, events } = await start();
    await expect(client.request("host.info", {})).resolves.toMatchObject({ version: "test" });
    const messages = events.map(({ message }) => message);
    expect(messages).toContainEqual(
      expect.stringMatching(/^Fleet 1 in the data directory cannot be read/),
    );
    expect(messages).toContainEqual(
      expect.stringMatching(/^The connection .* in the data directory cannot be read/),
    );
    expect(messages).toContainEqual(
      expect.stringMatching(/^Alert rule 1 in the data directory cannot be read/),
    );
  },
);

const SECURITY = {
  kind: "triton",
  tls: null,
  auth: { kind: "none" },
  headers: [],
  proxy: "",
} as const;

it("[STORED-2] starts when parts of a stored connection, fleet and alert rule have any other value", async () => {
  const first = await start();
  await first.client.request("servers.add", {
    ...SECURITY,
    name: "elsewhere",
    grpc: "127.0.0.1:1",
    http: "127.0.0.1:2",
    metrics: "",
    models: [],
  } as never);
  await first.client.request("fleets.add", {
    ...SECURITY,
    name: "all",
    models: [],
    members: {
      kind: "listed",
      members: [{ name: "one", grpc: "127.0.0.1:3", http: "", metrics: "" }],
    },
  } as never);
  await first.client.request("alerts.save", {
    id: null,
    rule: {
      name: "lost",
      condition: { kind: "lost" },
      scope: { kind: "all" },
      forSeconds: 0,
      severity: "warning",
      enabled: true,
    },
  } as never);
  await stop(first);
  const columns = [
    ["connections", "connection"],
    ["fleets", "fleet"],
    ["alert_rules", "draft"],
  ] as const;
  const originals = database((db) =>
    columns.map(([table, column]) => {
      const row = db.prepare(`SELECT ${column} AS text FROM ${table}`).get();
      return JSON.parse((row as { text: string }).text) as unknown;
    }),
  );
  const values = [null, undefined, "", "://[", {}, [], 1e308, "x".repeat(100_000)];
  for (const [index, by] of values.entries()) {
    database((db) => {
      for (const [at, [table, column]] of columns.entries()) {
        const changed = mutated(originals[at], [{ at: (index * 0.37) % 1, by }]);
        db.prepare(`UPDATE ${table} SET ${column} = ?`).run(JSON.stringify(changed) ?? "null");
      }
    });
    const host = await start();
    await expect(host.client.request("host.info", {})).resolves.toMatchObject({ version: "test" });
    await stop(host);
  }
  database((db) => {
    for (const [at, [table, column]] of columns.entries())
      db.prepare(`UPDATE ${table} SET ${column} = ?`).run(JSON.stringify(originals[at]));
  });
  // What could not be read was kept as it was.
  const last = await start();
  const names: string[] = [];
  last.client.subscribe(
    "servers.status",
    {},
    { event: (all) => names.push(...all.map(({ name }) => name)) },
  );
  await vi.waitFor(() => expect(names).toContain("elsewhere"), slow);
}, 60_000);
