import type { IncomingMessage, ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type {
  PrometheusDraft,
  RequestName,
  RequestParams,
  RequestResult,
} from "../contract/index.ts";
import { HostEvents } from "../events/index.ts";
import { MemoryVault } from "../servers/index.ts";
import { certificates } from "../servers/testing/certificates.ts";
import { startHttp, startHttps } from "../servers/testing/http-doubles.ts";
import { migrate, SqliteDb } from "../store/index.ts";
import { Observers } from "../telemetry/index.ts";
import { FakeDirectory, FakeServer } from "../telemetry/testing/fake-server.ts";
import { ManualClock } from "../testing/manual-clock.ts";
import { prometheusMigrations, startPrometheus } from "./index.ts";

const draft = (part: Partial<PrometheusDraft>): PrometheusDraft => ({
  name: "",
  http: "",
  tls: null,
  auth: { kind: "none" },
  headers: [],
  proxy: "",
  tenant: "",
  ...part,
});

const given = (value: string) => ({ kind: "given", value }) as const;
const never = new AbortController().signal;

/** Series by how a query begins. */
type Answers = Readonly<Record<string, readonly object[]>>;

function fakePrometheus(answers: Answers, seen: IncomingMessage["headers"][] = []) {
  return startHttp((request: IncomingMessage, response: ServerResponse) => {
    seen.push(request.headers);
    const query = new URL(request.url ?? "", "http://x").searchParams.get("query") ?? "";
    const [, result = []] =
      Object.entries(answers).find(([begin]) => query.startsWith(begin)) ?? [];
    const resultType = request.url?.includes("query_range") ? "matrix" : "vector";
    const body = { status: "success", data: { resultType, result } };
    response.writeHead(200).end(JSON.stringify(body));
  });
}

const up = (labels: Record<string, string>) => ({
  metric: { __name__: "up", ...labels },
  value: [1, "1"],
});

let db: SqliteDb;
const vault = new MemoryVault();
const clock = new ManualClock();
const server = new FakeServer();
const directory = new FakeDirectory([server]);
let observers: Observers;

function open() {
  const prometheus = startPrometheus({
    servers: directory,
    db,
    vault,
    events: new HostEvents(),
    clock,
    observers: () => observers.list(),
  });
  const ask = async <N extends RequestName & `prometheus.${string}`>(
    name: N,
    params: RequestParams<N>,
  ): Promise<RequestResult<N>> => {
    const handler = prometheus.requests[name as keyof typeof prometheus.requests] as unknown as (
      params: unknown,
      signal: AbortSignal,
    ) => Promise<RequestResult<N>>;
    return await handler(params, never);
  };
  const latest = <T>(name: keyof typeof prometheus.topics, params: object = {}): T => {
    let last: unknown;
    const handler = prometheus.topics[name] as unknown as (
      params: object,
      sink: { event: (event: unknown) => void; error: () => void },
    ) => Disposable;
    handler(params, { event: (event) => (last = event), error: () => {} })[Symbol.dispose]();
    return last as T;
  };
  return { ...prometheus, ask, latest };
}

beforeEach(() => {
  db = new SqliteDb(":memory:");
  migrate(db, prometheusMigrations, ":memory:");
  observers = new Observers({ servers: directory, clock });
  server.become({ endpoints: { grpc: "gpu-7:8001", http: "gpu-7:8000", metrics: "gpu-7:8002" } });
});
afterEach(() => {
  observers[Symbol.dispose]();
  db.close();
});

describe("a connection", () => {
  it("[PROM-1] sends its token and its tenant, and shows neither's secret", async () => {
    const seen: IncomingMessage["headers"][] = [];
    await using fake = await fakePrometheus({}, seen);
    const { ask, latest } = open();
    const { id } = await ask(
      "prometheus.add",
      draft({
        name: "prod",
        http: fake.address,
        auth: { kind: "bearer", token: given("geheim-token") },
        tenant: "team-a",
      }),
    );
    await ask("prometheus.check", { id });
    expect(seen[0]).toMatchObject({
      authorization: "Bearer geheim-token",
      "x-scope-orgid": "team-a",
    });
    const listed = latest("prometheus.list");
    expect(listed).toMatchObject([
      { id, name: "prod", tenant: "team-a", auth: { token: { kind: "kept", where: "memory" } } },
    ]);
    expect(JSON.stringify([listed, db.all("SELECT * FROM prometheus")])).not.toContain("geheim");
  });

  it("[PROM-1] is encrypted, and trusts the CA that was given alone", async () => {
    await using fake = await startHttps((_, response) => {
      const data = { resultType: "vector", result: [] };
      response.writeHead(200).end(JSON.stringify({ status: "success", data }));
    });
    const { ask } = open();
    const http = `https://${fake.address}`;
    const ca = { kind: "text", text: certificates.ca } as const;
    const tls = { ca, certificate: null, key: null, serverName: "" };
    const about = await ask("prometheus.test", { connection: draft({ http, tls }), id: null });
    expect(about).toEqual({ product: null, version: null, targets: null });
    await expect(
      ask("prometheus.test", { connection: draft({ http }), id: null }),
    ).rejects.toMatchObject({ message: expect.stringContaining("not signed by a trusted CA") });
  });

  it("[PROM-1] keeps its secret over an edit, and is there after a restart", async () => {
    const seen: IncomingMessage["headers"][] = [];
    await using fake = await fakePrometheus({}, seen);
    const first = open();
    const auth = { kind: "basic", user: "ops", password: given("geheim") } as const;
    const { id } = await first.ask("prometheus.add", draft({ http: fake.address, auth }));
    const kept = { ...auth, password: { kind: "kept" } } as const;
    const edited = draft({ name: "renamed", http: fake.address, auth: kept });
    await first.ask("prometheus.edit", { id, connection: edited });
    const again = open();
    await again.ask("prometheus.check", { id });
    expect(seen.at(-1)?.authorization).toBe(`Basic ${btoa("ops:geheim")}`);
    expect(again.latest("prometheus.list")).toMatchObject([{ id, name: "renamed" }]);
  });

  it("names the field that is wrong", async () => {
    const { ask } = open();
    const wrong = (part: Partial<PrometheusDraft>) => ask("prometheus.add", draft(part));
    await expect(wrong({})).rejects.toMatchObject({ details: { field: "http" } });
    await expect(wrong({ http: "nowhere" })).rejects.toMatchObject({ details: { field: "http" } });
    await expect(wrong({ http: "a:1", tenant: "ö" })).rejects.toMatchObject({
      details: { field: "tenant" },
    });
    const headers = [{ name: "X-Scope-OrgID", value: given("b") }];
    await expect(wrong({ http: "a:1", tenant: "a", headers })).rejects.toMatchObject({
      details: { field: "tenant" },
    });
  });

  it("[PROM-4] takes its links and panels along, and one that can't be read stays", async () => {
    const { ask, latest } = open();
    const { id } = await ask("prometheus.add", draft({ http: "a:1" }));
    const link = { prometheus: id, labels: { job: "a" }, replicaLabel: null };
    await ask("prometheus.link", { serverId: "fake", link });
    const panel = { title: "Up", prometheus: id, query: "up", unit: "none" } as const;
    await ask("prometheus.savePanel", { serverId: "fake", id: null, panel });
    expect(latest("prometheus.links")).toHaveLength(1);
    await ask("prometheus.remove", { id });
    expect(latest("prometheus.links")).toEqual([]);
    expect(latest("prometheus.panels", { serverId: "fake" })).toEqual([]);
    db.run(
      "INSERT INTO prometheus (source) VALUES (?)",
      '{"connection":{"name":"Odd"},"tenant":""}',
    );
    const again = open();
    expect(again.latest("prometheus.unreadable")).toMatchObject([{ name: "Odd" }]);
  });
});

describe("[PROM-5] candidates", () => {
  it("are rated by address, kind, models and counters", async () => {
    const name = "nv_inference_request_success";
    const of = (instance: string, model: string, value: string) => ({
      metric: { __name__: name, job: "triton", instance, model, version: "1" },
      value: [1, value],
    });
    await using fake = await fakePrometheus({
      up: [
        up({ job: "node", instance: "gpu-7:9100" }),
        up({ job: "triton", instance: "gpu-8:8002" }),
        up({ job: "triton", instance: "gpu-7:8002" }),
        up({ job: "other", instance: "x:1" }),
      ],
      "{__name__": [of("gpu-8:8002", "b", "3"), of("gpu-7:8002", "a", "40")],
    });
    const model = { name: "a", state: "ready", reason: null } as const;
    const exposition = `${name}{model="a",version="1"} 41\n`;
    server.reports([], { models: [{ ...model, versions: ["1"], facts: [] }], exposition });
    await vi.waitFor(async () => {
      await clock.advance(5000);
      expect(observers.of("fake").latest()?.delta.models).toMatchObject([{ name: "a" }]);
    });
    const { ask } = open();
    const { id } = await ask("prometheus.add", draft({ http: fake.address }));
    const found = await ask("prometheus.candidates", { serverId: "fake", prometheus: id });
    expect(found.map(({ labels, evidence }) => [labels["instance"], evidence])).toEqual([
      [
        "gpu-7:8002",
        [
          "Same address: gpu-7:8002",
          "Exports metrics of Triton",
          "Same models: a",
          "Its counters agree",
        ],
      ],
      ["gpu-7:9100", ["Same host, other port: gpu-7:9100"]],
      ["gpu-8:8002", ["Exports metrics of Triton"]],
      ["x:1", []],
    ]);
  });

  it("of a fleet are groups of targets, matched by its replicas' pods", async () => {
    const replica = (key: string) => observers.add(new FakeServer(`fleet-3/${key}`));
    replica("triton-0");
    replica("triton-1");
    const pod = (job: string, name: string) =>
      up({ job, namespace: "models", pod: name, instance: `${name}:8002` });
    await using fake = await fakePrometheus({
      up: [pod("triton", "triton-0"), pod("triton", "triton-1"), pod("vllm", "vllm-0")],
    });
    const { ask, latest } = open();
    const { id } = await ask("prometheus.add", draft({ name: "prod", http: fake.address }));
    const [first] = await ask("prometheus.candidates", { serverId: "fleet-3", prometheus: id });
    expect(first).toMatchObject({
      labels: { job: "triton", namespace: "models" },
      evidence: ["2 of 2 replicas found by their pod's name"],
      targets: 2,
      replicaLabel: "pod",
    });
    const link = { prometheus: id, labels: first?.labels ?? {}, replicaLabel: "pod" } as const;
    await expect(
      ask("prometheus.link", { serverId: "fleet-3/triton-0", link }),
    ).rejects.toMatchObject({ code: "INVALID_ARGUMENT" });
    await ask("prometheus.link", { serverId: "fleet-3", link });
    expect(latest("prometheus.links")).toMatchObject([{ serverId: "fleet-3", name: "prod" }]);
    const params = { prometheus: id, query: "up{$labels}", from: 0, to: 60_000, maxPoints: 10 };
    const { query } = await ask("prometheus.query", { serverId: "fleet-3/triton-1", ...params });
    expect(query).toBe('up{job="triton",namespace="models",pod="triton-1"}');
  });
});

describe("[PROM-12] panels", () => {
  it("are kept in the order that a person gives, a replica's with its fleet", async () => {
    const { ask, latest } = open();
    const { id } = await ask("prometheus.add", draft({ http: "a:1" }));
    const add = (serverId: string, title: string) =>
      ask("prometheus.savePanel", {
        serverId,
        id: null,
        panel: { title, prometheus: id, query: "up", unit: "none" },
      });
    const one = await add("fleet-1/a", "One");
    const two = await add("fleet-1", "Two");
    const titles = () =>
      latest<{ title: string }[]>("prometheus.panels", { serverId: "fleet-1/b" }).map(
        ({ title }) => title,
      );
    expect(titles()).toEqual(["One", "Two"]);
    await ask("prometheus.orderPanels", { serverId: "fleet-1", ids: [two.id, one.id] });
    expect(titles()).toEqual(["Two", "One"]);
    await ask("prometheus.removePanel", { serverId: "fleet-1", id: two.id });
    const panel = { title: "1", prometheus: id, query: "up", unit: "bytes" } as const;
    await ask("prometheus.savePanel", { serverId: "fleet-1", id: one.id, panel });
    expect(titles()).toEqual(["1"]);
    await expect(
      ask("prometheus.savePanel", { serverId: "other", id: one.id, panel }),
    ).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("[PROM-13] with $labels need the server's series", async () => {
    const { ask } = open();
    const { id } = await ask("prometheus.add", draft({ http: "a:1" }));
    const params = { serverId: "fake", prometheus: id, from: 0, to: 60_000, maxPoints: 10 };
    await expect(
      ask("prometheus.query", { ...params, query: "up{$labels}" }),
    ).rejects.toMatchObject({ code: "INVALID_ARGUMENT", details: { field: "query" } });
  });
});

describe("[PROM-9] history", () => {
  const wanted = { names: "nv_.+", counter: "c", from: 0, to: 60_000, stepMs: 5000 };

  it("that can't be read is none, with the reason at the link, and is asked for again later", async () => {
    let calls = 0;
    await using fake = await startHttp((_, response) => {
      calls += 1;
      response.writeHead(422).end('{"status":"error","errorType":"execution","error":"too many"}');
    });
    const { ask, latest, record } = open();
    const { id } = await ask("prometheus.add", draft({ http: fake.address }));
    expect(await record.read("fake", wanted)).toBeNull();
    expect(calls).toBe(0);
    const link = { prometheus: id, labels: { job: "a" }, replicaLabel: null };
    await ask("prometheus.link", { serverId: "fake", link });
    expect(await record.read("fake", wanted)).toBeNull();
    expect(await record.read("fake", wanted)).toBeNull();
    expect(calls).toBe(1);
    expect(latest("prometheus.links")).toMatchObject([
      { problem: "Prometheus rejected the query: too many" },
    ]);
    await clock.advance(31_000);
    await record.read("fake", wanted);
    expect(calls).toBe(2);
  });

  it("[PROM-6] has the times of the scrapes and the server's own labels", async () => {
    const values = (of: (step: number) => string) => [0, 5, 10, 15].map((t) => [t, of(t)] as const);
    await using fake = await fakePrometheus({
      count: [{ metric: {}, value: [1, "2"] }],
      "{__name__=~": [
        {
          metric: {
            __name__: "nv_x",
            job: "a",
            instance: "i",
            exported_instance: "own",
            model: "m",
          },
          values: values(String),
        },
      ],
      "max(timestamp": [{ metric: {}, values: values((t) => (t < 10 ? "1.25" : "11.25")) }],
    });
    const { ask, record } = open();
    const { id } = await ask("prometheus.add", draft({ name: "p", http: fake.address }));
    const link = { prometheus: id, labels: { job: "a" }, replicaLabel: null };
    await ask("prometheus.link", { serverId: "fake", link });
    const read = await record.read("fake", wanted);
    expect(read?.origin).toBe("Prometheus p");
    expect(read?.instants).toEqual(
      [
        [1250, 0],
        [11_250, 10],
      ].map(([t, value]) => ({
        t,
        restarted: false,
        samples: [{ name: "nv_x", labels: { job: "a", instance: "own", model: "m" }, value }],
      })),
    );
  });
});
