import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ClusterView, FleetSummary, Unreadable } from "./contract/index.ts";
import recordedCluster from "./kubernetes/fixtures/recorded-cluster.json" with { type: "json" };
import type { KubeObject } from "./kubernetes/objects.ts";
import { startKubernetes } from "./kubernetes/testing/kubernetes-fixture.ts";
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

/** What of a kind can't be opened. */
async function unreadable(
  client: TestHost["client"],
  topic: "fleets.unreadable" | "servers.unreadable",
): Promise<Unreadable[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Unreadable[]>();
  using _ = client.subscribe(topic, {}, { event: (all) => resolve([...all]), error: reject });
  return await promise;
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
  "[STORED-1] [STORED-3] starts with stored objects that are %j, shows them and removes them",
  async (text) => {
    await stop(await start());
    database((db) => fillTables(db, text));
    const { client, events } = await start();
    await expect(client.request("host.info", {})).resolves.toMatchObject({ version: "test" });
    const fleets = await unreadable(client, "fleets.unreadable");
    expect(fleets).toEqual([{ id: "1", name: "Fleet 1", reason: expect.stringMatching(/\.$/) }]);
    await client.request("fleets.removeUnreadable", { id: "1" });
    const [connection] = await unreadable(client, "servers.unreadable");
    await client.request("servers.removeUnreadable", { id: connection?.id ?? "none" });
    expect(await unreadable(client, "fleets.unreadable")).toEqual([]);
    expect(await unreadable(client, "servers.unreadable")).toEqual([]);
    const left = database((db) => db.prepare("SELECT count(*) AS count FROM fleets").get());
    expect(left).toEqual({ count: 0 });
    const messages = events.map(({ message }) => message);
    expect(messages).toContainEqual(
      expect.stringMatching(/^Can't open Fleet 1, a stored fleet\. /),
    );
    expect(messages).toContainEqual(
      expect.stringMatching(/^Can't open Connection .*, a stored connection\. /),
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

it("[K8S-22] [STORED-1] starts again with a fleet of a cluster whose EndpointSlices are null", async () => {
  await using cluster = await startKubernetes({ kserve: true });
  for (const [collection, objects] of Object.entries(recordedCluster))
    for (const each of objects) cluster.server.store.put(collection, each as unknown as KubeObject);
  const first = await start();
  const { id } = await first.client.request("kubernetes.open", {
    path: cluster.file,
    context: "test",
    namespace: "serving",
  });
  await first.client.request("fleets.add", {
    ...SECURITY,
    name: "Cluster",
    models: [],
    members: { kind: "workload", workload: `${id}/serving/Deployment/triton` },
  } as never);
  const collection = "/apis/discovery.k8s.io/v1/endpointslices";
  for (const slice of recordedCluster[collection]) {
    const empty = { ...slice, endpoints: null, ports: null } as unknown as KubeObject;
    cluster.server.store.put(collection, empty);
  }
  await stop(first);
  for (const turn of ["second", "third"]) {
    const host = await start();
    const views: ClusterView[] = [];
    const fleets: FleetSummary[][] = [];
    host.client.subscribe(
      "kubernetes.view",
      { id, namespace: "serving" },
      { event: (view) => views.push(view) },
    );
    host.client.subscribe("fleets.list", {}, { event: (all) => fleets.push(all) });
    await vi.waitFor(() => {
      expect(views.at(-1)?.state, turn).toBe("live");
      expect(views.at(-1)?.workloads.map(({ name }) => name)).toContain("triton");
      expect(fleets.at(-1)?.map(({ name }) => name)).toEqual(["Cluster"]);
    }, slow);
    const errors = host.events.filter(({ level }) => level === "error");
    expect(errors.filter(({ source }) => source === "host" || source === "fleets")).toEqual([]);
    await stop(host);
  }
}, 60_000);
